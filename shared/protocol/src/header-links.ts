import { escapeHtml } from './page-text.ts'
import type { HeaderLink, Route } from './release.ts'

/** A link to a remote's page in the site's header. */
export interface RemoteLink extends HeaderLink {
  path: string
}

/**
 * The characters for which the header has room on the narrowest screen that shows its links, beside
 * the shell's own.
 */
const roomForLinks = 60
const gap = 3

/**
 * The characters by which the links of these routes exceed the header's room, or 0. No label has a
 * wide character (`release-defects.ts`).
 */
export function findHeaderExcess(routes: Route[]): number {
  const width = (labels: (string | undefined)[]) =>
    labels.reduce((sum, label) => sum + (label ? label.length + gap : 0), 0)
  const links = listHeaderLinks(routes)
  const longest = Math.max(
    width(links.map(({ label }) => label)),
    width(links.map(({ visitorLabel }) => visitorLabel)),
  )
  return Math.max(0, longest - roomForLinks)
}

/** The header links that these routes declare, in ascending `order`. */
export function listHeaderLinks(routes: Route[]): RemoteLink[] {
  return routes
    .flatMap(({ path, header }) => (header ? [{ ...header, path }] : []))
    .sort((one, other) => one.order - other.order || one.path.localeCompare(other.path))
}

/**
 * The `aria-current` of a link on the page at `path`: `page` on its own page, `true` on a page
 * below it, such as `/gallery/:id`.
 */
export function ariaCurrent(href: string, path: string): 'page' | 'true' | undefined {
  if (path === href) return 'page'
  return path.startsWith(`${href}/`) ? 'true' : undefined
}

const everyLink = 'every header link'
const visitorLink = 'header link of visitors'
const memberLink = 'header link of members only'

/**
 * The build does not know the remotes. `fillHeaderLinks` replaces these: the link that visitors see
 * too, and one for members only.
 */
export const placeholderRoutes: Route[] = [
  { label: everyLink, visitorLabel: visitorLink, order: 0 },
  { label: memberLink, order: 1 },
].map((header, index) => ({
  path: `/header-link-${index}`,
  access: 'public',
  lang: 'fr',
  title: '',
  header,
}))

/**
 * Writes the links of the remotes into the header of a prerendered page. `path` is the page's own
 * path. Any other page stays as it is.
 */
export function fillHeaderLinks(html: string, links: RemoteLink[], path: string): string {
  const write = (list: { path: string; label: string | undefined }[]) => (template: string) =>
    list
      .map((link) =>
        link.label === undefined
          ? ''
          : writeLink(template, { path: link.path, label: link.label }, path),
      )
      .join('')
  return (
    html
      // The wide header of a member shows both placeholders, one after the other: together they are
      // all links.
      .replace(
        new RegExp(`(${anchor(everyLink)})${anchor(memberLink)}`, 'g'),
        (_, template: string) => write(links)(template),
      )
      .replace(
        new RegExp(anchor(visitorLink), 'g'),
        write(links.map((link) => ({ path: link.path, label: link.visitorLabel }))),
      )
      .replace(
        new RegExp(anchor(memberLink), 'g'),
        write(links.filter((link) => !link.visitorLabel)),
      )
  )
}

function anchor(text: string): string {
  return `<a [^>]*><span>${text}</span></a>`
}

function writeLink(template: string, link: { path: string; label: string }, path: string): string {
  const current = ariaCurrent(link.path, path)
  return template
    .replace(
      / href="[^"]*"/,
      () => ` href="${escapeHtml(link.path)}"${current ? ` aria-current="${current}"` : ''}`,
    )
    .replace(/<span>[^<]*<\/span>/, () => `<span>${escapeHtml(link.label)}</span>`)
}
