"""Coaching by comparison: what a person does differently from a reference, said in one short sentence."""
