// The addresses that are the shell's: `releases.ts` refuses a release that takes one.

/** Pages of the shell. */
export const shellRoutes: readonly string[] = [
  '/',
  '/about',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/callback',
  '/mentions-legales',
  '/confidentialite',
  '/conditions',
  '/accessibilite',
]

/** What the site itself answers, with all that is below. */
export const reservedPaths: readonly string[] = [
  '/status',
  '/api',
  '/remotes',
  '/static',
  '/assets',
  '/cdn-cgi',
]
