import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { placeholderRoutes } from '@encre/protocol/header-links'
import { documentTitle } from '@encre/protocol/page-text'
import {
  listPrerenderedPages,
  type PrerenderedPage,
  placeholderOwner,
  placeholderTitle,
  remotePage,
  skeletonId,
} from '@encre/protocol/prerendered-page'
import { shellRoutes } from '../registry/shells/shell-routes.ts'

/**
 * Creates a folder with the static files of the test site and small pages as the shell's build
 * prerenders them. Removes it at the end.
 */
export function createTestSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'encre-test-site-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(import.meta.dirname, 'site'), folder, { recursive: true })
  for (const [path, page] of listPrerenderedPages(shellRoutes)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, render(page))
  }
  return folder
}

function render({ path, announcesSession, hasOwner, hasSkeleton }: PrerenderedPage): string {
  const title = path === remotePage ? documentTitle(placeholderTitle) : 'Encre'
  const links = placeholderRoutes.map(({ path, header }) => {
    const label = announcesSession ? header?.label : header?.visitorLabel
    return label ? `<a class="link" href="${path}"><span>${label}</span></a>` : ''
  })
  const main = [
    `<h1>${path}, ${announcesSession ? 'member' : 'visitor'}</h1>`,
    path === '/sign-in'
      ? '<p data-wanted="/gallery" hidden="">Pour la voir</p><p data-wanted="/generator" hidden="">Pour créer</p>'
      : '',
    hasOwner ? `<p><span class="line">${placeholderOwner}</span></p>` : '',
    hasSkeleton ? `<div id="${skeletonId}" class="skeleton" aria-busy="true" inert=""></div>` : '',
  ]
  return [
    `<!doctype html><html lang="fr"><head><title>${title}</title><style data-hash="sha256-built" data-typefaces>p{margin:0}</style><meta property="og:url" content="https://site.invalid${path}">`,
    '<script defer integrity="sha384-built" src="/static/js/index.0123abcd.js"></script></head>',
    `<body><div id="root"${announcesSession ? ' data-session="announced"' : ''}>${links.join('')}${main.join('')}</div></body></html>`,
  ].join('')
}
