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

export const reservedPaths: readonly string[] = [
  '/status',
  '/api',
  '/remotes',
  '/static',
  '/assets',
  '/cdn-cgi',
]
