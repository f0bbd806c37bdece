import { describe, expect, test } from 'vitest'
import { fillHeaderLinks, listHeaderLinks, placeholderRoutes } from './header-links.ts'
import { emptyPage, heldTypefaces, prerenderedFile, remotePage } from './prerendered-page.ts'
import type { Route } from './release.ts'
import { integrityOf } from './served-file.ts'

const settings = { announcesSession: false, atTenant: true, hasOwner: true, hasSkeleton: true }

test.each([
  { path: '/', file: 'pages/home.visitor.html' },
  { path: '/about', file: 'pages/about.visitor.html' },
  { path: '/sign-in', file: 'pages/sign-in.tenant.visitor.html' },
  { path: '/mentions-legales', file: 'pages/mentions-legales.owner.visitor.html' },
  { path: remotePage, file: 'pages/remote.skeleton.visitor.html' },
])('of all settings, the file of $path depends on its own', ({ path, file }) => {
  expect(prerenderedFile({ ...settings, path })).toBe(file)
  expect(prerenderedFile({ ...settings, path, announcesSession: true })).toBe(
    file.replace('visitor', 'member'),
  )
})

test.each([
  { shell: 'this', notice: '<section id="missing"><form></form></section>' },
  { shell: 'an older', notice: '<p id="missing"><a href=""></a></p>' },
])('a page of $shell shell can be emptied of what was prerendered', ({ notice }) => {
  const style = (attribute: string) => `<style ${attribute}>@font-face {}</style>`
  const start = '<body><script type="application/json" id="composition">{}</script>'
  const end = `${notice}<link href="/index.css" rel="stylesheet">\n</body>`
  expect(
    emptyPage(
      `${style(heldTypefaces)}${start}<div id="root" data-session="announced"><main><div>Atelier</div></main></div>${end}`,
    ),
  ).toBe(`${style('')}${start}<div id="root"></div>${end}`)
})

describe('header links', () => {
  const route = (path: string, header?: Route['header']): Route => ({
    path,
    access: 'member',
    lang: 'fr',
    title: path,
    header,
  })
  const gallery = route('/gallery', {
    label: 'Mes Designs',
    visitorLabel: 'Galerie & <Co>',
    order: 20,
  })
  const generator = route('/generator', { label: 'Créer', order: 10 })
  const links = listHeaderLinks([gallery, generator])

  /** The links as the header renders them. */
  const render = (label: (route: Route) => string | undefined) =>
    placeholderRoutes
      .map(
        (each) =>
          label(each) && `<a class="link" href="${each.path}"><span>${label(each)}</span></a>`,
      )
      .filter(Boolean)
      .join('')
  const wide = render(({ header }) => header?.label)
  const visitors = render(({ header }) => header?.visitorLabel)
  const others = render(({ header }) => (header?.visitorLabel ? undefined : header?.label))
  const about = '<a href="/about"><span>À propos</span></a>'

  test('lists the declared links in their order', () => {
    expect(
      listHeaderLinks([gallery, route('/profile'), generator]).map(({ path }) => path),
    ).toEqual(['/generator', '/gallery'])
  })

  test('a page prerendered for visitors gets the links that visitors see, as text', () => {
    expect(fillHeaderLinks(`<nav>${visitors}${about}</nav>`, links, '/')).toBe(
      `<nav><a class="link" href="/gallery"><span>Galerie &amp; &lt;Co&gt;</span></a>${about}</nav>`,
    )
    expect(fillHeaderLinks(`<nav>${visitors}${about}</nav>`, [], '/')).toBe(`<nav>${about}</nav>`)
  })

  test('a page prerendered for members gets every link, and its own is the current one', () => {
    expect(fillHeaderLinks(`<nav>${about}${wide}</nav>`, links, '/gallery')).toBe(
      `<nav>${about}<a class="link" href="/generator"><span>Créer</span></a>` +
        '<a class="link" href="/gallery" aria-current="page"><span>Mes Designs</span></a></nav>',
    )
  })

  test('a page below a linked one marks its link as current, and no link whose path only starts alike', () => {
    const current = (path: string) =>
      [...fillHeaderLinks(wide, links, path).matchAll(/href="([^"]*)" aria-current="true"/g)].map(
        ([, href]) => href,
      )
    expect([current('/gallery/a1b2c3'), current('/gallery-of-others')]).toEqual([['/gallery'], []])
  })

  test("a member's menu shows the links of visitors first, then the others", () => {
    expect(fillHeaderLinks(`<nav>${visitors}${about}${others}</nav>`, links, '/')).toBe(
      '<nav><a class="link" href="/gallery"><span>Galerie &amp; &lt;Co&gt;</span></a>' +
        `${about}<a class="link" href="/generator"><span>Créer</span></a></nav>`,
    )
  })
})

test('the integrity of a served file is the hash of its bytes or its text, as a browser computes it', async () => {
  const integrity = 'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO'
  expect(await integrityOf("alert('Hello, world.');")).toBe(integrity)
  expect(await integrityOf(new TextEncoder().encode("alert('Hello, world.');"))).toBe(integrity)
})
