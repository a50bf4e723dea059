"""The memory bounds as kernels know them: small integers."""

UNBOUNDED, STOP, STUNT, ENSEMBLE, FLATTEN, RECYCLE, COLLECT = range(7)
