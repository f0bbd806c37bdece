import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '@encre/build/workspace'
import { expect, onTestFinished, test } from 'vitest'

test('an eighth style in the catalogue alone is a type error in every place that says something about styles', () => {
  const places = [
    'remotes/gallery/src/atelier/ageing-messages.ts',
    'remotes/generator/src/messages.ts',
    'remotes/generator/src/style-glyph.tsx',
    'shared/stencil/src/line-art.ts',
    'shared/stencil/src/measures.ts',
    'shell/src/flash/flash-messages.ts',
    'shell/src/flash/flash-sheet.tsx',
    'workers/generator/src/generations/prompt.ts',
    'workers/local/src/drawing/brief.ts',
    'workers/local/src/drawing/draw.ts',
  ]
  const row = "{ id: 'tribal', name: 'Tribal', description: 'Aplats noirs.', examples: ['Maori', 'Polynésien'] },\n"
  const change = (text: string) => text.replace('] as const satisfies readonly Style[]', `  ${row}$&`)
  expect(filesWithErrors({ folder: 'shared/protocol', file: 'src/catalogue.ts', change, places })).toEqual([
    ...places.slice(0, 3),
    'shared/protocol/src/catalogue.ts', // `stylesInWords`
    ...places.slice(3),
  ])
})

/** Copies a package, changes one of its files, and checks the types of `places` with the copy. */
function filesWithErrors({ folder, file, change, places }: Mutation): string[] {
  mkdirSync(join(root, '.data'), { recursive: true })
  const copies = mkdtempSync(join(root, '.data/half-change-'))
  onTestFinished(() => rmSync(copies, { recursive: true }))
  const copy = join(copies, folder)
  cpSync(join(root, folder), copy, { recursive: true, filter: (path) => !/\/(node_modules|dist)$/.test(path) })
  symlinkSync(join(root, folder, 'node_modules'), join(copy, 'node_modules'))
  const text = readFileSync(join(copy, file), 'utf8')
  const changed = change(text)
  expect(changed, `${folder}/${file} does not have what the test changes`).not.toBe(text)
  writeFileSync(join(copy, file), changed)
  const toRoot = relative(copies, root)
  writeFileSync(
    join(copies, 'tsconfig.json'),
    JSON.stringify({
      extends: `${toRoot}/tsconfig.json`,
      compilerOptions: {
        paths: {
          '@encre/protocol/*': [folder === 'shared/protocol' ? './shared/protocol/src/*.ts' : `${toRoot}/shared/protocol/src/*.ts`],
        },
      },
      include: [],
      files: places.map((place) => (place.startsWith(`${folder}/`) ? place : `${toRoot}/${place}`)),
    }),
  )
  const { stdout, status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', copies, '--pretty', 'false'], {
    cwd: copies,
    encoding: 'utf8',
  })
  expect(status, stdout).not.toBe(0)
  const files = stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm).map(([, path = '']) => path.replace(`${toRoot}/`, ''))
  return [...new Set(files)].sort()
}

interface Mutation {
  folder: string
  file: string
  change: (text: string) => string
  places: string[]
}
