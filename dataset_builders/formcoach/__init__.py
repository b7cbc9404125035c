"""The `formcoach` dataset: pairs of exercise clips, the correction between them, and the motion behind them."""
