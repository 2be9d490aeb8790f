"""The commands of the command line, one module each: `add` declares it, `run` does it."""
