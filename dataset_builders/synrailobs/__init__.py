"""The dataset `synrailobs`: obstacles on railway tracks, composed at metric scale."""
