export-list = Export this list:
export-history = Export the whole history:
