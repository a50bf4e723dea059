"""The lab: matches, sweeps, statistics, figures and reports. Needs `pip install 'anyspace[lab]'`."""
