/** The largest size of a remote's entry in bytes after gzip. Every visitor of its pages downloads the entry before any of its code runs. */
export const entryBudget = 8500

/** The largest size of a remote's entry and its first scripts together, in bytes after gzip: what a page downloads before it renders. */
export const firstScriptsBudget = 34_000
