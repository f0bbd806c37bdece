import { fillHeaderLinks, listHeaderLinks } from '@encre/protocol/header-links'
import {
  type ManifestVersion,
  type PageManifest,
  writePageManifest,
  writeReportToken,
} from '@encre/protocol/page-manifest'
import { documentTitle, escapeHtml } from '@encre/protocol/page-text'
import {
  heldTypefaces,
  placeholderOwner,
  placeholderTitle,
  skeletonId,
} from '@encre/protocol/prerendered-page'
import { endPreviewPath } from '../registry/previews/previews.ts'
import type { FoundPage } from './find-page.ts'

const endOfHead = '</head>'
const root = '<div id="root"'
const skeletonSlot = new RegExp(`(<[a-z]+ id="${skeletonId}"[^>]*>)`)
const ownerLine = new RegExp(`<span([^>]*)>${placeholderOwner}</span>`)

export interface PageParts {
  head: string
  body: string
}

/** Writes what one request gets into a prerendered page. */
export function renderPage(
  html: string,
  manifest: PageManifest,
  found: FoundPage,
  path: string,
): PageParts {
  const [head, body] = splitAfter(html, endOfHead)
  return { head: fillHead(head, manifest, found), body: fillBody(body, manifest, found, path) }
}

function fillBody(
  body: string,
  manifest: PageManifest,
  { address, skeleton }: Pick<FoundPage, 'address' | 'skeleton'>,
  path: string,
): string {
  const links = listHeaderLinks(manifest.remotes.flatMap(({ routes }) => routes))
  const addressed = address ? setAddress(body, address, path) : body
  const banner = manifest.preview ? previewBanner(manifest.preview) : ''
  return fillHeaderLinks(addressed, links, address ?? path)
    .replace(ownerLine, (_, attributes: string) => writeOwner(manifest.owner, attributes))
    .replace(skeletonSlot, (_, slot: string) => slot + (skeleton?.html ?? ''))
    .replace(root, () => banner + root)
}

/** `html`: the prerendered page. Nobody else may allow a style. */
export function listStyleHashes(html: string): string[] {
  return [...html.matchAll(/<style data-hash="([^"]+)"/g)].flatMap(([, hash]) => hash ?? [])
}

function splitAfter(html: string, place: string): [string, string] {
  const end = html.indexOf(place) + place.length
  return [html.slice(0, end), html.slice(end)]
}

function fillHead(
  head: string,
  manifest: PageManifest,
  { owner, react, skeleton, page }: FoundPage,
): string {
  // The manifest stands before all that a remote has written. The styles of a skeleton stand before
  // every stylesheet that comes later, and stay: a browser styles and lays out the whole page again
  // when a sheet with layers comes before another, or leaves.
  const styles = skeleton ? `<style>${skeleton.css}</style>` : ''
  const end = writePageManifest(manifest) + styles + endOfHead
  if (!owner) return head.replace(endOfHead, () => end)

  const { route, remote } = owner
  const reportToken = manifest.token ? writeReportToken(remote.name, manifest.token) : ''
  const rel = page.announcesSession ? 'later' : 'preload'
  // `shell/src/typefaces.ts` lets them apply. A public page is read before its skeleton is replaced,
  // and must not move.
  const holdsTypefaces = skeleton && route.access === 'member'
  const files =
    (react ? fileLink(rel, 'script', react.file, react.integrity) : '') +
    fileLinks(rel, remote.current)
  return head
    .replace('data-typefaces', (mark) => (holdsTypefaces ? heldTypefaces : mark))
    .replace(/<html lang="[^"]*"/, () => `<html lang="${route.lang}"`)
    .replace(documentTitle(placeholderTitle), () => escapeHtml(documentTitle(route.title)))
    .replace(endOfHead, () => reportToken + files + end)
}

/** `later`: `shell/src/open-page.ts` makes it a preload when the session's SDK has arrived. */
type Rel = 'preload' | 'later'

function fileLinks(rel: Rel, { base, entry, scripts, styles, integrity }: ManifestVersion): string {
  const link = (as: 'script' | 'style', file: string) =>
    fileLink(rel, as, base + file, integrity[file] ?? '')
  return [
    ...[entry, ...scripts].map((file) => link('script', file)),
    ...styles.map((file) => link('style', file)),
  ].join('')
}

/**
 * Every attribute but the priority must equal that of the later load, or the browser fetches the
 * file twice.
 */
function fileLink(rel: Rel, as: string, href: string, integrity: string): string {
  return `<link rel="${rel}" as="${as}" href="${href}" fetchpriority="low" crossorigin integrity="${integrity}">`
}

function setAddress(body: string, address: string, wanted: string): string {
  const reason = `data-wanted="${wanted}"`
  return body
    .replace(root, () => `${root} data-path="${address}"`)
    .replace(`${reason} hidden=""`, () => reason)
}

function writeOwner(owner = '', attributes: string): string {
  const lines = owner.split(' | ')
  return lines.map((line) => `<span${attributes}>${escapeHtml(line)}</span>`).join('')
}

/**
 * A reminder: a script of the version could remove it, so the link asks first. Its stylesheet is
 * `shell/public/preview.css`.
 */
function previewBanner(preview: NonNullable<PageManifest['preview']>): string {
  const shown = preview.map(
    ({ remote, version }) => `<strong>${remote}</strong>, <span>version ${version}</span>`,
  )
  return [
    '<link rel="stylesheet" href="/preview.css">',
    '<aside class="preview-banner" aria-label="Aperçu" lang="fr">',
    `<p>Aperçu de ${shown.join(' ; de ')}. Visible avec ce lien seulement.</p>`,
    `<form method="post" action="${endPreviewPath}"><button>Quitter l’aperçu</button></form>`,
    '</aside>',
  ].join('')
}
