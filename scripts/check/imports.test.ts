import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '@encre/build/workspace'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findForbiddenImports } from './imports.ts'

let workspace: string
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'encre-imports-'))
  mkdirSync(join(workspace, 'node_modules/@encre'), { recursive: true })
  symlinkSync(join(root, 'node_modules/zod'), join(workspace, 'node_modules/zod'))
})
afterEach(() => rmSync(workspace, { recursive: true }))

/** Writes the files, makes each package importable by name, and returns the broken rules with their imports. */
async function check(files: Record<string, string>): Promise<string[]> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text)
    const [, folder, area, feature] = /^((remotes|workers|shared)\/([^/]+))\//.exec(path) ?? []
    if (!folder) continue
    const name = area === 'workers' ? `${feature}-worker` : (feature ?? '')
    writeFileSync(join(workspace, folder, 'package.json'), JSON.stringify({ name: `@encre/${name}`, exports: { './*': './src/*.ts' } }))
    rmSync(join(workspace, 'node_modules/@encre', name), { force: true })
    symlinkSync(join(workspace, folder), join(workspace, 'node_modules/@encre', name))
  }
  return (await findForbiddenImports(workspace)).map((line) => line.slice(0, line.indexOf('. ')))
}

test('reports a cycle between two files, even when both import only types', async () => {
  expect(
    await check({
      'remotes/ink/src/pen.tsx': `import type { Paper } from './paper.tsx'\nexport type Pen = { writesOn: Paper }\nexport const Nib = () => <i />`,
      'remotes/ink/src/paper.tsx': `import type { Pen } from './pen.tsx'\nexport type Paper = { pens: Pen[] }\nexport const Sheet = () => <b />`,
    }),
  ).toEqual(['no-file-cycle: remotes/ink/src/paper.tsx -> remotes/ink/src/pen.tsx -> remotes/ink/src/paper.tsx'])
})

test('reports a cycle between two folders whose files have none', async () => {
  expect(
    await check({
      'workers/ink/src/pens/pen.ts': `import { sheet } from '../papers/sheet.ts'\nexport const pen = sheet`,
      'workers/ink/src/papers/sheet.ts': 'export const sheet = 1',
      'workers/ink/src/papers/pad.ts': `import type { Nib } from '../pens/nib.ts'\nexport type Pad = Nib[]`,
      'workers/ink/src/pens/nib.ts': 'export type Nib = number',
    }),
  ).toEqual(['no-folder-cycle: workers/ink/src/papers -> workers/ink/src/pens -> workers/ink/src/papers'])
})

test('accepts a fixture that imports the folder whose tests import it', async () => {
  expect(
    await check({
      'workers/ink/src/pens/pen.ts': 'export const pen = 1',
      'workers/ink/src/pens/pen.test.ts': `import { given } from '../testing/given.ts'\nexport const used = given`,
      'workers/ink/src/testing/given.ts': `import { pen } from '../pens/pen.ts'\nexport const given = pen`,
    }),
  ).toEqual([])
})

test('reports a cycle between two packages whose folders have none', async () => {
  expect(
    await check({
      'workers/ink/system-tests/site.ts': `import { sheet } from '@encre/paper-worker/contract'\nexport const site = sheet`,
      'workers/ink/src/contract.ts': 'export const pen = 1',
      'workers/paper/src/contract.ts': 'export const sheet = 1',
      'workers/paper/src/pads/pad.ts': `import { pen } from '@encre/ink-worker/contract'\nexport const pad = pen`,
    }),
  ).toEqual(['no-package-cycle: workers/ink -> workers/paper -> workers/ink'])
})

test('reports a contract that imports anything but zod/mini and shared/protocol', async () => {
  expect(
    await check({
      'workers/ink/src/contract.ts': [
        `import * as z from 'zod/mini'`,
        `import { page } from '@encre/protocol/page'`,
        `import type { Pen } from './pen.ts'`,
        'export const contract: [unknown, number, Pen] = [z.string(), page, 1]',
      ].join('\n'),
      'workers/ink/src/pen.ts': 'export type Pen = number',
      'shared/protocol/src/page.ts': 'export const page = 1',
    }),
  ).toEqual(['contracts-are-leaves: workers/ink/src/contract.ts -> workers/ink/src/pen.ts'])
})

test('reports a relative import of another package: of a value, of a type or in a mock', async () => {
  expect(
    (
      await check({
        'shared/paper/src/sheet.ts': 'export const sheet = 1',
        'shared/protocol/src/pen.ts': `import { sheet } from '../../paper/src/sheet.ts'\nexport const pen = sheet`,
        'shared/protocol/src/nib.ts': `import type { sheet } from '../../paper/src/sheet.ts'\nexport type Nib = typeof sheet`,
        'shared/protocol/src/nib.test.ts': `vi.mock('../../paper/src/sheet.ts')`,
      })
    ).filter((line) => line.startsWith('import-packages-by-name')),
  ).toEqual(
    ['nib.test.ts', 'nib.ts', 'pen.ts'].map((file) => `import-packages-by-name: shared/protocol/src/${file} -> shared/paper/src/sheet.ts`),
  )
})

test('reports an import in a direction that the layout does not have', async () => {
  const forbidden = [
    ['remote-imports', 'remotes/ink/src/a.ts', '@encre/paper/sheet', 'remotes/paper/src/sheet.ts'],
    ['remote-imports', 'remotes/ink/src/b.ts', '@encre/paper-worker/contract', 'workers/paper/src/contract.ts'],
    ['shared-imports', 'shared/ui/src/c.ts', '@encre/worker/app', 'shared/worker/src/app.ts'],
    ['shell-imports', 'shell/src/d.ts', '@encre/paper/sheet', 'remotes/paper/src/sheet.ts'],
    ['stencil-imports-nothing', 'shared/stencil/src/e.ts', '@encre/protocol/page', 'shared/protocol/src/page.ts'],
    ['worker-imports', 'workers/ink/src/f.ts', '@encre/card/print', 'shared/card/src/print.ts'],
    ['worker-imports', 'workers/ink/src/g.ts', '@encre/paper-worker/store', 'workers/paper/src/store.ts'],
  ] as const
  const planted = forbidden.flatMap(([, from, name, to]) => [
    [from, `import { value } from '${name}'\nexport const own = value`],
    [to, 'export const value = 1'],
  ])
  expect(await check(Object.fromEntries(planted))).toEqual(forbidden.map(([rule, from, , to]) => `${rule}: ${from} -> ${to}`))
})

test('accepts the imports that the layout allows', async () => {
  const uses = (...names: string[]) => names.map((name, index) => `import { value as value${index} } from '${name}'`).join('\n')
  const value = 'export const value = 1'
  expect(
    await check({
      'remotes/ink/src/remote.tsx': uses('@encre/ui/button', '@encre/protocol/page', '@encre/ink-worker/contract', './steps/step.tsx'),
      'remotes/ink/src/steps/step.tsx': `${uses('../messages.ts')}\n${value}`,
      'remotes/ink/src/messages.ts': value,
      'workers/ink/src/worker.ts': uses('@encre/worker/app', '@encre/protocol/page', '@encre/paper-worker/contract', './contract.ts'),
      'workers/ink/src/contract.ts': value,
      'workers/paper/src/contract.ts': value,
      'shared/ui/src/button.ts': `${uses('@encre/protocol/page')}\n${value}`,
      'shared/worker/src/app.ts': value,
      'shared/protocol/src/page.ts': value,
    }),
  ).toEqual([])
})
