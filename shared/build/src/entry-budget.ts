/** The largest size of a remote's entry in bytes after gzip. Every visitor of its pages downloads the entry before any of its code runs. */
export const entryBudget = 8500

/** The largest size of a remote's entry and its first scripts together, in bytes after gzip: what a page downloads before it renders. */
export const firstScriptsBudget = 34_000

/** The largest size of all scripts and stylesheets of a remote together, in bytes after gzip. */
export const totalBudget = 100_000

/** The largest size of a file that a remote loads later, such as the chunk of a second page, in bytes after gzip. */
export const lazyFileBudget = 24_000
