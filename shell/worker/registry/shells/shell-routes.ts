/** The shell's own pages. No remote can claim them. */
export const shellRoutes: readonly string[] = [
  '/',
  '/about',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/callback',
  '/mentions-legales',
  '/confidentialite',
]

/** First parts of a path that are not pages. */
export const reservedPaths: readonly string[] = ['/api', '/remotes', '/static', '/assets', '/cdn-cgi']
