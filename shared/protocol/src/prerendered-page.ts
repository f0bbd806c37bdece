/** One of the pages that the shell's build prerenders: a path in one of its states. */
export interface PrerenderedPage {
  /**
   * A path of the shell; `remotePage` for the frame around a remote; `missingPage` for one that
   * does not exist.
   */
  path: string
  /**
   * The browser has the cookie of a session: the header shows a member's links while the session is
   * looked up, else a visitor's.
   */
  announcesSession: boolean
  atTenant: boolean
  hasOwner: boolean
  /** The slot for a remote's skeleton is there. */
  hasSkeleton: boolean
}

/** Stands for the path of any page of a remote. No page of the site has this path. */
export const remotePage = '/remote'
/** Stands for any path that does not exist. No page of the site has this path. */
export const missingPage = '/missing'

const states = [true, false]

/**
 * Every page that the shell's build prerenders, in every state, by its file in the build. The
 * worker picks one for each request.
 */
export function listPrerenderedPages(shellPaths: readonly string[]): Map<string, PrerenderedPage> {
  const pages = [...shellPaths, remotePage, missingPage].flatMap((path) =>
    states.flatMap((announcesSession) =>
      states.map((special) => ({
        path,
        announcesSession,
        atTenant: special,
        hasOwner: special,
        hasSkeleton: special,
      })),
    ),
  )
  return new Map(pages.map((page) => [prerenderedFile(page), page]))
}

/** Stands for the publisher in the prerendered legal page. */
export const placeholderOwner = 'publisher of the site'

/** Stands for the title of a remote's route. */
export const placeholderTitle = 'title of the page'

/** The id of the element that contains a remote's skeleton until the remote's first commit. */
export const skeletonId = 'skeleton'

/** On the style of the typefaces while a skeleton does without them. */
export const heldTypefaces = 'media="not all"'

/** The file of a prerendered page in the shell's build. */
export function prerenderedFile({
  path,
  announcesSession,
  atTenant,
  hasOwner,
  hasSkeleton,
}: PrerenderedPage): string {
  const kind =
    (atTenant && tenantPages.includes(path) && '.tenant') ||
    (hasOwner && path === ownedPage && '.owner') ||
    (hasSkeleton && path === remotePage && '.skeleton') ||
    ''
  return `pages${path === '/' ? '/home' : path}${kind}.${announcesSession ? 'member' : 'visitor'}.html`
}

const tenantPages = ['/sign-in', '/sign-up']
const ownedPage = '/mentions-legales'

/**
 * Empties a page's root, so that React renders the page itself: for tests that change its page
 * manifest. Without the skeleton nothing holds back the typefaces. The page may be one of an older
 * shell.
 */
export function emptyPage(html: string): string {
  return html
    .replace(heldTypefaces, '')
    .replace(
      /<div id="root"[^>]*>.*<\/div>(?=\s*(?:<(?:p|section) id="missing".*)?(?:<link [^>]*>\s*)?<\/body>)/s,
      () => '<div id="root"></div>',
    )
}
