# not a feature
