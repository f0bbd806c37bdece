import { expect, test } from 'vitest'
import { fillHeaderLinks, listHeaderLinks } from './header-links.ts'
import type { Route } from './release.ts'

const route = (path: string, header?: Route['header']): Route => ({ path, access: 'member', lang: 'fr', title: path, header })
const gallery = route('/gallery', { label: 'Mes Designs', visitorLabel: 'Galerie & <Co>', order: 20 })
const generator = route('/generator', { label: 'Créer', order: 10 })

test('lists the declared links in their order', () => {
  expect(listHeaderLinks([gallery, route('/profile'), generator]).map(({ path }) => path)).toEqual(['/generator', '/gallery'])
})

test('a prerendered page gets the links that visitors see, as text', () => {
  const page = '<nav><a class="link" href="/header-link"><span>header link</span></a><a href="/about">À propos</a></nav>'
  expect(fillHeaderLinks(page, listHeaderLinks([gallery, generator]))).toBe(
    '<nav><a class="link" href="/gallery"><span>Galerie &amp; &lt;Co&gt;</span></a><a href="/about">À propos</a></nav>',
  )
  expect(fillHeaderLinks(page, [])).toBe('<nav><a href="/about">À propos</a></nav>')
})
