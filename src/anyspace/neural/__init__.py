"""Networks that look at positions: one face for ONNX files, torch modules, JAX and Python functions."""
