/**
 * What a page does when something that it loads does not arrive, from the file outwards. Each line
 * begins when the one before it gave up. All of it needs the first script: without that, the HTML
 * says "Recharger" after 15 s (`worker/pages/reload.ts`).
 *
 * | what                | is given up                               | then                            |
 * |---------------------|-------------------------------------------|---------------------------------|
 * | a file, load-file   | it fails, or makes no progress (`waits`)  | once more, from a new address   |
 * | a part, lazy-part   | its file is lost                          | a sentence and "Réessayer",     |
 * |   of shared/ui      |                                           | which loads all lost parts      |
 * | a version,          | a file is lost, or its entry throws       | the previous version            |
 * |   load-remote       |                                           |                                 |
 * | a remote,           | no version has arrived                    | a panel; again after the delays |
 * |   use-remote        |                                           | of `retryDelayMs`, online, in   |
 * |                     |                                           | view, and by "Réessayer"        |
 * | the page            | "Réessayer" failed too, or a part is lost | "Réessayer" reloads the page    |
 */

/** Milliseconds. */
export const waits = {
  /** Until a file is read beside its element, which shows no progress. Most have arrived by then. */
  watchAfter: 2000,
  /** Without progress, after which a file is lost if the site answers another request. */
  quiet: 3000,
  /** Without progress, after which a file is lost although the site does not answer either. */
  unreachable: 6000,
  /** Before a remote that failed is loaded again; each further delay is twice as long. */
  firstRetry: 2000,
  longestRetry: 30_000,
} as const

/** Milliseconds before the next load of a remote that has failed `times` times since it was shown. */
export function retryDelayMs(times: number): number {
  return Math.min(waits.firstRetry * 2 ** times, waits.longestRetry)
}
