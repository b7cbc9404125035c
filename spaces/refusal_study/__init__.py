"""The user study of refusals: people say of each answer whether it refuses, without knowing whose it is."""
