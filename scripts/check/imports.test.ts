import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { beforeAll, expect, test } from 'vitest'
import { createFolder, writeIn } from '../lib/testing/scratch-folder.ts'
import { findForbiddenImports } from './imports.ts'

const uses = (...names: string[]) =>
  `${names.map((name, index) => `import { value as value${index} } from '${name}'`).join('\n')}\n`
const value = 'export const value = 1'

/**
 * One workspace with every case. Each case has features of its own, so that no case touches
 * another.
 */
const files: Record<string, string> = {
  // A cycle between two files that import only types.
  'remotes/ink/src/pen.tsx': `import type { Paper } from './paper.tsx'\nexport type Pen = { writesOn: Paper }\nexport const Nib = () => <i />`,
  'remotes/ink/src/paper.tsx': `import type { Pen } from './pen.tsx'\nexport type Paper = { pens: Pen[] }\nexport const Sheet = () => <b />`,

  // A cycle between two folders whose files have none.
  'workers/ink/src/pens/pen.ts': `${uses('../papers/sheet.ts')}${value}`,
  'workers/ink/src/papers/sheet.ts': value,
  'workers/ink/src/papers/pad.ts': `import type { Nib } from '../pens/nib.ts'\nexport type Pad = Nib[]`,
  'workers/ink/src/pens/nib.ts': 'export type Nib = number',

  // A fixture that imports the folder whose tests import it.
  'workers/wax/src/seals/seal.ts': value,
  'workers/wax/src/seals/seal.test.ts': uses('../testing/given.ts'),
  'workers/wax/src/testing/given.ts': `${uses('../seals/seal.ts')}${value}`,

  // A contract that imports its store.
  'workers/chalk/src/contract.ts': `import * as z from 'zod/mini'\n${uses('@encre/protocol/page', './store.ts', './sheets/sheets-contract.ts')}export const contract = z.string()`,
  'workers/chalk/src/sheets/sheets-contract.ts': `${uses('../store.ts')}${value}`,
  'workers/chalk/src/store.ts': value,

  // Relative imports of another package.
  'shared/slate/src/slate.ts': value,
  'shared/sponge/src/import.ts': uses('../../slate/src/slate.ts'),
  'shared/sponge/src/import-type.ts': `import type { value } from '../../slate/src/slate.ts'\nexport type Slate = typeof value`,
  'shared/sponge/src/mock.test.ts': `vi.mock('../../slate/src/slate.ts')`,

  // Imports in a direction that the layout does not have.
  'remotes/oil/src/a.ts': uses('@encre/clay/shape'),
  'remotes/oil/src/b.ts': uses('@encre/clay-worker/contract'),
  'shared/ui/src/c.ts': uses('@encre/worker/app'),
  'shell/src/d.ts': uses('@encre/clay/shape'),
  'shared/build/src/h.ts': uses('@encre/worker/app'),
  'shared/stencil/src/e.ts': `${uses('@encre/protocol/page')}import 'node:fs'\n`,
  'workers/oil/src/f.ts': uses('@encre/card/print'),
  'workers/oil/src/g.ts': uses('@encre/clay-worker/store'),
  'remotes/clay/src/shape.ts': value,
  'workers/clay/src/contract.ts': value,
  'workers/clay/src/store.ts': value,
  'shared/card/src/print.ts': value,

  // Imports that the layout allows.
  'remotes/gold/src/remote.tsx': uses(
    '@encre/ui/button',
    '@encre/protocol/page',
    '@encre/gold-worker/contract',
    './steps/step.tsx',
  ),
  'remotes/gold/src/steps/step.tsx': `${uses('../messages.ts')}${value}`,
  'remotes/gold/src/messages.ts': value,
  'workers/gold/src/worker.ts': uses(
    '@encre/worker/app',
    '@encre/protocol/page',
    '@encre/clay-worker/contract',
    './contract.ts',
  ),
  'workers/gold/src/contract.ts': value,
  'shared/ui/src/button.ts': `${uses('@encre/protocol/page', '@encre/picture/png')}${value}`,
  'shared/build/src/gold-judge.ts': uses('@encre/releases/gold-judge'),
  'shared/releases/src/gold-judge.ts': value,
  'shared/picture/src/png.ts': value,
  'shared/worker/src/app.ts': value,
  'shared/protocol/src/page.ts': value,
}

const workspace = createFolder(files)
let broken: string[]
beforeAll(async () => {
  mkdirSync(join(workspace, 'node_modules/@encre'), { recursive: true })
  symlinkSync(join(root, 'node_modules/zod'), join(workspace, 'node_modules/zod'))
  for (const folder of new Set(
    Object.keys(files).map((path) => path.split('/').slice(0, 2).join('/')),
  )) {
    linkPackage(folder)
  }
  broken = (await findForbiddenImports(workspace)).map((line) => line.slice(0, line.indexOf('. ')))
}, 60_000)

function linkPackage(folder: string) {
  const [area, feature = ''] = folder.split('/')
  if (area === 'shell') return
  const name = area === 'workers' ? `${feature}-worker` : feature
  writeIn(
    workspace,
    `${folder}/package.json`,
    JSON.stringify({ name: `@encre/${name}`, exports: { './*': './src/*.ts' } }),
  )
  symlinkSync(join(workspace, folder), join(workspace, 'node_modules/@encre', name))
}

const brokenBy = (rule: string) =>
  broken.filter((line) => line.startsWith(`${rule}: `)).map((line) => line.slice(rule.length + 2))

test('reports a cycle between two files, even when both import only types', () => {
  expect(brokenBy('no-file-cycle')).toEqual([
    'remotes/ink/src/paper.tsx -> remotes/ink/src/pen.tsx -> remotes/ink/src/paper.tsx',
  ])
})

test('reports a cycle between two folders whose files have none, and accepts one that only a test closes', () => {
  expect(brokenBy('no-folder-cycle')).toEqual([
    'workers/ink/src/papers -> workers/ink/src/pens -> workers/ink/src/papers',
  ])
})

test('reports a contract that imports anything but zod/mini and shared/protocol', () => {
  const parts = ['contract.ts', 'sheets/sheets-contract.ts']
  expect(brokenBy('contracts-are-leaves')).toEqual(
    parts.map((part) => `workers/chalk/src/${part} -> workers/chalk/src/store.ts`),
  )
})

test('reports a relative import of another package: of a value, of a type or in a mock', () => {
  expect(brokenBy('import-packages-by-name')).toEqual(
    ['import-type.ts', 'import.ts', 'mock.test.ts'].map(
      (file) => `shared/sponge/src/${file} -> shared/slate/src/slate.ts`,
    ),
  )
})

test.each([
  { rule: 'remote-imports', from: 'remotes/oil/src/a.ts', to: 'remotes/clay/src/shape.ts' },
  { rule: 'remote-imports', from: 'remotes/oil/src/b.ts', to: 'workers/clay/src/contract.ts' },
  { rule: 'build-imports', from: 'shared/build/src/h.ts', to: 'shared/worker/src/app.ts' },
  { rule: 'shared-imports', from: 'shared/ui/src/c.ts', to: 'shared/worker/src/app.ts' },
  { rule: 'shell-imports', from: 'shell/src/d.ts', to: 'remotes/clay/src/shape.ts' },
  { rule: 'stencil-imports-no-library', from: 'shared/stencil/src/e.ts', to: 'fs' },
  { rule: 'worker-imports', from: 'workers/oil/src/f.ts', to: 'shared/card/src/print.ts' },
  { rule: 'worker-imports', from: 'workers/oil/src/g.ts', to: 'workers/clay/src/store.ts' },
])('$rule: $from may not import $to', ({ rule, from, to }) => {
  expect(brokenBy(rule)).toContain(`${from} -> ${to}`)
})

test('accepts the imports that the layout allows', () => {
  expect(broken.filter((line) => line.includes('/gold/'))).toEqual([])
  expect(brokenBy('imports-resolve')).toEqual([])
})
