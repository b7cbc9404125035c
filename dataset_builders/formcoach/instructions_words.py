"""The sentences of `instructions` by fault, and the moments of each exercise.

In a sentence {part} stands for "knees" or "left knee", {when} for a moment of the exercise or nothing.
"""

from typing import Final

from triptych.core.vocabulary import BodyPart, Direction, Phase

WAYS: Final[dict[tuple[BodyPart, Direction], tuple[str, ...]]] = {
    ("back", "straighter"): (
        "Keep your back straight{when}.",
        "Straighten your back{when}.",
        "Hold your back straight and steady{when}.",
    ),
    ("chest", "deeper"): (
        "Rotate your chest farther to each side{when}.",
        "Turn your chest more, through a fuller range{when}.",
        "Twist your chest farther round{when}.",
    ),
    ("chest", "higher"): (
        "Keep your chest higher{when}.",
        "Lift your chest up more{when}.",
        "Raise your chest{when}.",
    ),
    ("chest", "lower"): (
        "Bring your chest lower, closer to parallel with the floor{when}.",
        "Lower your chest and hinge farther over{when}.",
        "Hold your chest lower{when}.",
    ),
    ("elbows", "higher"): (
        "Lift your {part} higher{when}.",
        "Raise your {part} more{when}.",
        "Bring your {part} up higher{when}.",
    ),
    ("elbows", "more_bent"): (
        "Bend your {part} a little more{when}.",
        "Keep more bend in your {part}{when}.",
    ),
    ("elbows", "straighter"): (
        "Straighten your {part} fully{when}.",
        "Keep your {part} straighter{when}.",
        "Extend your {part} completely{when}.",
    ),
    ("feet", "backward"): (
        "Step your rear foot farther back{when}.",
        "Take a longer step backward with your rear foot{when}.",
        "Place your foot farther behind you{when}.",
    ),
    ("feet", "forward"): (
        "Step your front foot farther forward{when}.",
        "Take a longer step forward with your front foot{when}.",
        "Place your foot farther in front of you{when}.",
    ),
    ("feet", "higher"): (
        "Kick your feet higher{when}.",
        "Drive your feet up higher behind you{when}.",
        "Lift your feet farther off the floor{when}.",
    ),
    ("feet", "narrower"): (
        "Bring your feet closer together{when}.",
        "Narrow your stance{when}.",
        "Place your feet nearer to each other{when}.",
    ),
    ("feet", "wider"): (
        "Spread your feet wider{when}.",
        "Widen your stance{when}.",
        "Place your feet farther apart{when}.",
    ),
    ("hands", "deeper"): (
        "Make bigger circles with your hands.",
        "Circle your hands through a fuller range.",
        "Draw larger, fuller circles with your hands.",
    ),
    ("hands", "higher"): (
        "Raise your {part} higher{when}.",
        "Reach higher with your {part}{when}.",
        "Lift your {part} up more{when}.",
    ),
    ("hands", "lower"): (
        "Bring your {part} lower{when}.",
        "Lower your {part} more{when}.",
        "Take your {part} farther down{when}.",
    ),
    ("hands", "narrower"): (
        "Bring your hands closer together{when}.",
        "Move your hands in, nearer to each other{when}.",
    ),
    ("hands", "wider"): (
        "Move your hands wider apart{when}.",
        "Spread your hands farther apart{when}.",
    ),
    ("head", "higher"): (
        "Lift your head{when}.",
        "Keep your head up{when}.",
        "Raise your head so it does not hang{when}.",
    ),
    ("head", "lower"): (
        "Lower your head{when}.",
        "Bring your head down, in line with your spine{when}.",
        "Drop your head a little{when}.",
    ),
    ("hips", "deeper"): (
        "Sink your hips deeper{when}.",
        "Lower your hips farther{when}.",
        "Drop your hips down more{when}.",
    ),
    ("hips", "higher"): (
        "Lift your hips higher{when}.",
        "Raise your hips{when}.",
        "Keep your hips up more{when}.",
    ),
    ("hips", "lower"): (
        "Lower your hips{when}.",
        "Bring your hips down{when}.",
        "Keep your hips lower{when}.",
    ),
    ("hips", "shallower"): (
        "Do not sink your hips so deep{when}.",
        "Make it shallower: stop your hips sooner{when}.",
    ),
    ("knees", "more_bent"): (
        "Bend your knees more{when}.",
        "Keep more bend in your knees{when}.",
        "Soften your knees{when}.",
    ),
    ("knees", "outward"): (
        "Push your {part} outward{when}.",
        "Drive your {part} out over your toes{when}.",
        "Open your {part} outward{when}.",
    ),
    ("knees", "straighter"): (
        "Straighten your knees{when}.",
        "Extend your knees fully{when}.",
        "Keep your knees straighter{when}.",
    ),
    ("shoulders", "higher"): (
        "Shrug your {part} higher{when}.",
        "Lift your {part} higher, toward your ears{when}.",
        "Raise your {part} more{when}.",
    ),
    ("shoulders", "lower"): (
        "Keep your {part} lower, away from your ears{when}.",
        "Lower your {part}{when}.",
        "Relax your {part} down{when}.",
    ),
    ("whole_body", "faster"): (
        "Move faster{when}.",
        "Speed up{when} to match the reference.",
        "Pick up the pace{when}.",
    ),
    ("whole_body", "more_symmetric"): (
        "Move both arms evenly{when}.",
        "Raise both sides to the same height{when}.",
        "Keep left and right symmetrical{when}.",
    ),
    ("whole_body", "slower"): (
        "Slow down{when}.",
        "Move slower and with control{when}.",
        "Take more time{when}; do not rush.",
    ),
}
# Where an exercise has words of its own.
SPECIAL: Final[dict[tuple[str, BodyPart, Direction], tuple[str, ...]]] = {
    ("Squat", "hips", "shallower"): (
        "Do not sink your hips so deep; stop when your thighs are parallel.",
        "Squat shallower; keep your hips from dropping so low.",
    ),
    ("Up and Down Stretch", "hands", "lower"): (
        "Reach your hands lower, toward the floor.",
        "Bring your hands farther down to your feet.",
    ),
    ("Dumbbell Lateral Raise", "hands", "lower"): (
        "Keep your hands lower; stop at shoulder height.",
        "Do not raise your hands above your shoulders; stop lower.",
    ),
    ("Barbell Pull Up", "elbows", "higher"): (
        "Pull your elbows higher, past your back{when}.",
        "Drive your elbows up farther{when}.",
    ),
    ("One Arm Row", "elbows", "higher"): (
        "Pull your elbow higher, past your back{when}.",
        "Drive your elbow up farther{when}.",
    ),
    ("Mule Kick", "feet", "higher"): (
        "Kick your feet up higher.",
        "Drive your feet up higher behind you.",
    ),
    ("Hands Up Rotate", "chest", "deeper"): (
        "Rotate your chest farther to each side.",
        "Turn your chest more, through a fuller range.",
    ),
    ("Standing Ab Twists", "chest", "deeper"): (
        "Twist your chest farther to each side.",
        "Turn your chest more with every twist.",
    ),
    ("Barbell Shrug", "shoulders", "higher"): (
        "Shrug your {part} higher.",
        "Lift your {part} higher at the top of the shrug.",
        "Raise your {part} more, toward your ears.",
    ),
    ("Mule Kick", "knees", "straighter"): (
        "Straighten your knees fully at the top of the kick.",
        "Kick until your knees are straight.",
    ),
}
for _name in ("Barbell Pull Up", "Clean and Press", "Deadlift", "Barbell Shrug"):
    SPECIAL[_name, "hands", "wider"] = ("Take a wider grip on the bar.", "Move your hands farther apart on the bar.")
    SPECIAL[_name, "hands", "narrower"] = (
        "Narrow your grip on the bar.", "Bring your hands closer together on the bar.",
    )  # fmt: skip

WHEN: Final[dict[str, dict[Phase, tuple[str, ...]]]] = {
    "Dumbbell Lift Overhead": {"top": ("at the top of the lift", "as you lift overhead"),
                               "throughout": ("throughout the lift",)},
    "Dumbbell Lunge Backward": {"bottom": ("as you lunge", "at the bottom of the lunge"),
                                "throughout": ("throughout the lunge", "as you step back")},
    "Hands Up Rotate": {"throughout": ("as you rotate", "throughout the rotation")},
    "Barbell Pull Up": {"top": ("as you pull the bar up", "at the top of the pull"),
                        "throughout": ("throughout the pull", "while you pull the bar")},
    "Clean and Press": {"top": ("as you press overhead", "at the top of the press"),
                        "bottom": ("as you lift the bar off the floor", "at the start of the clean"),
                        "throughout": ("throughout the clean and press",)},
    "Dumbbell Lateral Raise": {"top": ("at the top of the raise", "as you raise the dumbbells"),
                               "throughout": ("throughout the raise",)},
    "Burpee": {"bottom": ("in the plank", "at the bottom of the burpee"),
               "top": ("at the top of the jump", "as you jump"), "throughout": ("throughout the burpee",)},
    "Up and Down Stretch": {"bottom": ("as you reach down", "at the bottom of the stretch"),
                            "top": ("as you reach up", "at the top of the stretch"),
                            "throughout": ("throughout the stretch",)},
    "Dumbbell Chest Fly": {"bottom": ("as you open your arms",), "throughout": ("throughout the fly",)},
    "Arms Raise Overhead": {"top": ("at the top of the raise", "as you reach overhead"),
                            "throughout": ("throughout the raise",)},
    "Standing Ab Twists": {"throughout": ("as you twist", "throughout the twist")},
    "Opposite Arms Up and Down Warmup": {"top": ("at the top of each swing",),
                                         "throughout": ("as your arms swing", "throughout the warm-up")},
    "Dumbbell Squat and Press": {"bottom": ("as you squat down", "at the bottom of the squat"),
                                 "top": ("as you press overhead", "at the top of the press"),
                                 "throughout": ("throughout the squat and press",)},
    "Lunge and Reach Hands Front": {"bottom": ("as you lunge", "at the bottom of the lunge"),
                                    "throughout": ("throughout the lunge",)},
    "Mule Kick": {"top": ("as you kick", "at the top of the kick"), "throughout": ("throughout the kick",)},
    "Arms Circles": {"throughout": ("as you circle your arms", "throughout the circles")},
    "Squat": {"bottom": ("as you squat down", "at the bottom of the squat"), "throughout": ("throughout the squat",)},
    "One Arm Row": {"top": ("as you row", "at the top of the row"), "throughout": ("throughout the row",)},
    "Squat and Jump with Hands Up": {"bottom": ("as you squat down", "at the bottom of the squat"),
                                     "top": ("as you jump", "at the top of the jump"),
                                     "throughout": ("throughout the squat jump",)},
    "Dumbbell High Pulls": {"top": ("at the top of the pull", "as you pull the dumbbells up"),
                            "throughout": ("throughout the pull",)},
    "Deadlift": {"bottom": ("as you lift the bar off the floor", "at the bottom of the lift"),
                 "top": ("at the top of the lift", "as you stand up"), "throughout": ("throughout the lift",)},
    "Barbell Shrug": {"top": ("at the top of the shrug", "as you shrug"), "throughout": ("throughout the shrug",)},
}  # fmt: skip
