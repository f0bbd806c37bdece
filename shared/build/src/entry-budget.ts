/** The largest size of a remote's entry in bytes after gzip. Every visitor of its pages downloads the entry before any of its code runs. */
export const entryBudget = 8500
