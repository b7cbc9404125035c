"""Each annotator has an order of their own that stays."""

from triptych.spaces.annotation.order import order

ITEMS = [f"q{n}" for n in range(50)]


def test_the_order_is_ones_own_and_stays() -> None:
    assert order(ITEMS, "ada", 0) == order(reversed(ITEMS), "ada", 0)
    assert sorted(order(ITEMS, "ada", 0)) == sorted(ITEMS)
    assert len({tuple(order(ITEMS, name, seed)) for name in ("ada", "bob") for seed in (0, 1)}) == 4


def test_items_that_come_later_move_no_others() -> None:
    longer = order([*ITEMS, "new"], "ada", 0)
    assert [item for item in longer if item != "new"] == order(ITEMS, "ada", 0)


def test_every_item_comes_first_for_somebody() -> None:
    first = [order("abc", f"a{n}", 0)[0] for n in range(300)]
    assert all(70 <= first.count(item) <= 130 for item in "abc")  # 100 are expected; 3.7 standard deviations
