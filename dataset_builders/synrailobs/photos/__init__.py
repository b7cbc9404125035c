"""Composites on photographs: backgrounds and obstacles of the user's own, placed by the scale of the rails."""
