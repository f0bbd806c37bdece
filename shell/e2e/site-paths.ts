/** The shell's pages that need neither a member nor the tenant's redirect. */
export const publicPaths = ['/', '/about', '/sign-in', '/sign-up', '/forgot-password', '/mentions-legales', '/confidentialite']

/** The remotes' pages for members. */
export const memberPaths = ['/generator', '/gallery', '/dashboard', '/profile', '/settings']
