"""Two clips on one time line, as a Gradio component: user and reference are played, stepped and moved as one."""
