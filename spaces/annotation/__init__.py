"""What the annotation Spaces share: answers that are kept, people who give them, an order of each one's own."""
