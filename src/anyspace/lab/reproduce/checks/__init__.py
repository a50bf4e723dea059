"""The survey's claims that are no matches, as experiments: a file a topic. `survey_checks` has the list."""
