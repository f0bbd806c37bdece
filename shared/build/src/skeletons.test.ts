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
  for (const name of ['react', 'react-dom']) symlinkSync(join(root, 'shell/node_modules', name), join(folder, 'node_modules', name))
})

afterAll(() => rmSync(folder, { recursive: true }))

test('a remote without skeletons has none', async () => {
  expect(await renderSkeletons({ folder, layer: 'remotes.atelier', localIdentName: '[local]', stylesheets: [] })).toBeUndefined()
})

test("inline styles become rules in the remote's layer", async () => {
  writeFileSync(
    join(folder, 'skeletons.tsx'),
    `export const skeletons = { '/atelier': <h1 className="title" style={{ width: '40%' }}>Atelier</h1> }`,
  )
  const skeletons = await renderSkeletons({
    folder,
    layer: 'remotes.atelier',
    localIdentName: '[local]',
    stylesheets: ['@layer remotes.atelier{.title{margin:0}}'],
  })
  expect(skeletons?.['/atelier']?.html).toBe('<h1 class="title" data-style="0">Atelier</h1>')
  expect(skeletons?.['/atelier']?.css).toContain('@layer remotes.atelier{#skeleton [data-style="0"]{width:40%}}')
})
