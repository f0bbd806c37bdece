import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderSkeletons } from './skeletons.ts'
import { root } from './workspace.ts'

// A remote of another repository, whose folder has another name than the remote.
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'encre-elsewhere-'))
  mkdirSync(join(folder, 'node_modules'))
  for (const name of ['react', 'react-dom'])
    symlinkSync(join(root, 'shell/node_modules', name), join(folder, 'node_modules', name))
})

afterAll(() => rmSync(folder, { recursive: true }))

function render(source: string, stylesheets: string[] = [], limitMs = 10_000) {
  writeFileSync(join(folder, 'skeletons.tsx'), source)
  return renderSkeletons({
    remote: 'atelier',
    folder,
    layer: 'remotes.atelier',
    localIdentName: '[local]',
    stylesheets,
    limitMs,
  })
}

test("inline styles become rules in the remote's layer", async () => {
  const source = `export const skeletons = { '/atelier': <h1 className="title" style={{ width: '40%' }}>Atelier</h1> }`
  const skeletons = await render(source, ['@layer remotes.atelier{.title{margin:0}}'])
  expect(skeletons?.['/atelier']?.html).toBe('<h1 class="title" data-style="0">Atelier</h1>')
  expect(skeletons?.['/atelier']?.css).toContain(
    '@layer remotes.atelier{#skeleton [data-style="0"]{width:40%}}',
  )
})

test("ids get the remote's name, references follow them, and no password is asked for", async () => {
  const skeletons = await render(
    `export const skeletons = { '/atelier': <section aria-labelledby="a b"><h1 id="a">L’« &amp; »</h1><label htmlFor="b">x</label><input id="b" />
      <input type="password" autoComplete="current-password" /></section> }`,
  )
  expect(skeletons?.['/atelier']?.html).toBe(
    '<section aria-labelledby="atelier-a atelier-b"><h1 id="atelier-a">L’« &amp; »</h1><label for="atelier-b">x</label><input id="atelier-b">' +
      '<input type="text" readonly=""></section>',
  )
})

test('a web component keeps its place until its code runs', async () => {
  const skeletons = await render(
    `export const skeletons = { '/atelier': <section><h1>Atelier</h1><x-dial class="dial" steps="3">a</x-dial></section> }`,
  )
  expect(skeletons?.['/atelier']?.html).toBe(
    '<section><h1>Atelier</h1><span class="dial">a</span></section>',
  )
})

test.each([
  {
    statements: 'class Dial extends HTMLElement {}; customElements.define("x-dial", Dial)',
    sentence:
      "atelier: the skeleton of /atelier/:id throws ReferenceError: HTMLElement is not defined: skeletons are rendered in Node, which has no HTMLElement. Use it in an effect; a module that uses it at once, such as that of a web component, is imported there: useEffect(() => void import('./it.ts'), [])",
  },
  {
    statements: 'while (true) {}',
    sentence:
      'atelier: the skeleton of /atelier/:id did not end within 2 s; does it compute without end?',
  },
  {
    statements: "throw new Error('no member')",
    sentence: 'atelier: the skeleton of /atelier/:id throws Error: no member',
  },
  {
    statements: 'const all: number[][] = []; for (;;) all.push(new Array<number>(1e6).fill(0.5))',
    sentence:
      'atelier: the skeleton of /atelier/:id needs more than 256 MB of memory; does it create objects without end?',
  },
])('a page with $statements ends the build with one sentence', async ({ statements, sentence }) => {
  const source = `function Page(): null { ${statements} }
    export const skeletons = { '/atelier': <h1>Atelier</h1>, '/atelier/:id': <Page /> }`
  await expect(render(source, [], statements.startsWith('while') ? 2000 : 30_000)).rejects.toThrow(
    new Error(sentence),
  )
})
