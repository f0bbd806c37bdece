import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '@encre/build/workspace'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { expect, onTestFinished, test } from 'vitest'
import { unstable_splitSqlQuery } from 'wrangler'
import * as z from 'zod'

test('an eighth style in the catalogue alone is a type error in every place that says something about styles', () => {
  const places = [
    'remotes/gallery/src/atelier/tool-messages.ts',
    'remotes/generator/src/messages.ts',
    'remotes/generator/src/style-glyph.tsx',
    'shared/stencil/src/first-rendering.ts',
    'shell/src/flash/examples.tsx',
    'workers/generator/src/generations/prompt.ts',
    'workers/local/src/drawing/brief.ts',
    'workers/local/src/drawing/draw.ts',
  ]
  const row =
    "{ id: 'tribal', name: 'Tribal', description: 'Aplats noirs.', examples: ['Maori', 'Polynésien'] },\n"
  const change = (text: string) =>
    text.replace('] as const satisfies readonly Style[]', `  ${row}$&`)
  expect(
    filesWithHalfChange({
      folder: 'shared/protocol',
      file: 'src/catalogue.ts',
      change,
      places,
      about: /tribal|Record<8, /,
    }),
  ).toEqual([
    ...places.slice(0, 3),
    'shared/protocol/src/catalogue.ts', // `stylesInWords`
    ...places.slice(3),
  ])
})

const sampleRequest = {
  style: 'dotwork',
  size: 'small',
  sizeDetail: null,
  placement: 'arm',
  placementDetail: null,
  colors: [],
  description: 'Un loup',
  referenceId: null,
}
const addField = (text: string) =>
  text.replace('z.object({', "$&\n  bodySide: z.optional(z.enum(['left', 'right'])),")

test('a field in the schema of choices alone is a type error in every place that shows, asks for or explains choices', () => {
  const places = [
    'remotes/gallery/src/link-page/page-parts.ts',
    'remotes/generator/src/choices.ts',
    'remotes/generator/src/steps/choice-steps.tsx',
    'shared/protocol/src/catalogue.ts',
    'workers/generator/src/generations/prompt.ts',
  ]
  const about = /bodySide/
  expect(
    filesWithHalfChange({
      folder: 'shared/protocol',
      file: 'src/design.ts',
      change: addField,
      places,
      about,
    }),
  ).toEqual(places)
})

test('a field in the schema of choices alone is read, hashed, stored, answered and exported', async () => {
  const tree = makeTree()
  for (const folder of [
    'shared/protocol',
    'shared/worker',
    'workers/gallery',
    'workers/generator',
  ]) {
    copyPackage(folder, tree)
  }
  cpSync(join(root, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'))
  mkdirSync(join(tree, 'node_modules/@encre'), { recursive: true })
  symlinkSync(join(tree, 'shared/protocol'), join(tree, 'node_modules/@encre/protocol'))
  symlinkSync(join(tree, 'shared/worker'), join(tree, 'node_modules/@encre/worker'))
  symlinkSync(join(root, 'shared/worker/node_modules/hono'), join(tree, 'node_modules/hono'))
  edit(join(tree, 'shared/protocol/src/design.ts'), addField)
  const read = (body: object) => requests.readRequest(JSON.stringify(body)).request
  const load = (path: string) => import(/* @vite-ignore */ join(tree, path))
  const requests = await load('workers/generator/src/generations/read-request.ts')
  const left = read({ ...sampleRequest, bodySide: 'left' })
  expect(left).toMatchObject({ bodySide: 'left' })
  expect(requests.canonicalText(left)).not.toBe(
    requests.canonicalText(read({ ...sampleRequest, bodySide: 'right' })),
  )

  const platform = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      d1Databases: ['GALLERY'],
    }),
  )
  onTestFinished(() => platform.dispose())
  const gallery = await platform.getD1Database('GALLERY')
  for (const path of globSync(join(root, 'workers/gallery/migrations/*.sql')).sort()) {
    await gallery.batch(
      unstable_splitSqlQuery(readFileSync(path, 'utf8')).map((statement) =>
        gallery.prepare(statement),
      ),
    )
  }
  const designs = await load('workers/gallery/src/designs-store.ts')
  const words = {
    subject: 'Un loup',
    prompt: 'Un loup',
    createdAt: '2026-11-20T10:00:00.000Z',
    model: 'm',
    origin: 'ai',
  }
  await designs.insertDesign(gallery, 'owner', { ...left, ...words, id: 'one', userId: 'ana' })
  const [design] = await designs.listDesigns(gallery, 'ana', {
    ...designs.noFilter,
    order: 'newest',
    from: null,
    limit: 1,
  })
  expect(design).toMatchObject({ bodySide: 'left', style: 'dotwork' })

  const contracts = {
    ...(await load('workers/gallery/src/contract.ts')),
    ...(await load('workers/generator/src/contract.ts')),
  }
  const { Design, LinkedDesign, Parent, Generation } = contracts
  for (const schema of [Design, LinkedDesign, Parent, Generation.shape.request]) {
    expect(schema.shape).toHaveProperty('bodySide')
  }
})

test.each([
  {
    what: 'an optional field of the profile',
    schema: 'User = z.object',
    field: 'half: z.optional(z.string()),',
  },
  { what: 'a field of the profile', schema: 'User = z.object', field: 'half: z.string(),' },
  {
    what: 'an optional field that a member changes',
    schema: 'Rename = z.strictObject',
    field: 'half: z.optional(z.string()),',
  },
])('$what in the contract alone is a type error where it is stored and asked for', (added) => {
  const places = ['remotes/account/src/rename-form.tsx', 'workers/account/src/users-store.ts']
  expect(
    filesWithHalfChange({
      folder: 'workers/account',
      file: 'src/contract.ts',
      change: (text) => text.replace(`${added.schema}({`, `$&\n  ${added.field}`),
      places,
      about: /half/,
    }),
  ).toEqual(places)
})

test('a route in routes.ts alone is a type error in the pages of its remote', () => {
  const tree = makeTree()
  const folders = ['account', 'gallery', 'generator'].map((name) => `remotes/${name}`)
  for (const folder of folders) {
    copyChanged({ folder, file: 'routes.ts', change: addRoute }, tree)
  }
  const files = folders.map((folder) => `${folder}/src/remote.tsx`)
  expect(filesWithErrors({ tree, paths: {}, files, about: /half/ })).toEqual(files)
})

const addRoute = (text: string) =>
  text.replace(
    'defineRoutes([',
    "$&{ path: '/half', access: 'member', lang: 'fr', title: 'Half' },",
  )

test.each([
  {
    folder: 'shell',
    place: 'shell/worker/features/features.ts',
    row: "binding: 'HALF', memberData: null",
  },
  {
    folder: 'workers/account',
    place: 'workers/account/src/feature-data.ts',
    row: "binding: 'GALLERY', memberData: 'HALF'",
  },
])(
  'a row in the list of features alone is a type error in $folder, which lacks its binding',
  ({ folder, place, row }) => {
    const change = (text: string) =>
      text.replace(
        '] as const satisfies',
        `  { name: 'half', isPublic: true, pages: null, ${row} },\n$&`,
      )
    const places = [place, `${folder}/worker-configuration.d.ts`]
    expect(
      filesWithHalfChange({
        folder: 'shared/worker',
        file: 'src/features.ts',
        change,
        places,
        about: /can't be used to index/,
      }),
    ).toEqual([place])
  },
)

/** A folder inside the repository, so that its modules find the repository's packages. */
function makeTree(): string {
  mkdirSync(join(root, '.data'), { recursive: true })
  const tree = mkdtempSync(join(root, '.data/half-change-'))
  onTestFinished(() => rmSync(tree, { recursive: true }))
  return tree
}

function copyPackage(folder: string, tree: string): void {
  cpSync(join(root, folder), join(tree, folder), {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist|\.wrangler)$/.test(path),
  })
}

/**
 * The files among `places` with an error about the change, when one file of a package's copy is
 * changed.
 */
function filesWithHalfChange({
  places,
  about,
  ...changed
}: HalfChange & { places: string[]; about: RegExp }): string[] {
  const tree = makeTree()
  copyChanged(changed, tree)
  const paths = readModules(changed.folder)
  const files = places.map((place) =>
    place.startsWith(`${changed.folder}/`) ? place : `${relative(tree, root)}/${place}`,
  )
  return filesWithErrors({ tree, paths, files, about })
}

/** The files of a package's modules, as `paths` in tsconfig.json has them. */
function readModules(folder: string): Record<string, string[]> {
  const { name, exports } = PackageFile.parse(
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
  )
  const modules = Object.entries(exports)
  return Object.fromEntries(
    modules.map(([module, file]) => [join(name, module), [`./${join(folder, file)}`]]),
  )
}

const PackageFile = z.object({ name: z.string(), exports: z.record(z.string(), z.string()) })

interface HalfChange {
  folder: string
  file: string
  change: (text: string) => string
}

/** Copies a package whose one file is changed. */
function copyChanged({ folder, file, change }: HalfChange, tree: string): void {
  copyPackage(folder, tree)
  symlinkSync(join(root, folder, 'node_modules'), join(tree, folder, 'node_modules'))
  edit(join(tree, folder, file), change)
}

function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(path, 'utf8')
  const changed = change(text)
  expect(changed, `${path} does not have what the test changes`).not.toBe(text)
  writeFileSync(path, changed)
}

function filesWithErrors({ tree, paths, files, about }: TypeCheck): string[] {
  const toRoot = relative(tree, root)
  const settings = {
    extends: `${toRoot}/tsconfig.json`,
    compilerOptions: { paths },
    include: [],
    files,
  }
  writeFileSync(join(tree, 'tsconfig.json'), JSON.stringify(settings))
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/tsc'),
    ['-p', tree, '--pretty', 'false'],
    { cwd: tree, encoding: 'utf8' },
  )
  expect(stdout, 'a place is no file').not.toContain('error TS6053')
  const errors = stdout
    .matchAll(/^(\S+)\(\d+,\d+\): error (.*)/gm)
    .filter(([, , message = '']) => about.test(message))
  return [...new Set(errors.map(([, path = '']) => path.replace(`${toRoot}/`, '')))].sort()
}

interface TypeCheck {
  tree: string
  /** Modules that the tree replaces, as in tsconfig.json. */
  paths: Record<string, string[]>
  files: string[]
  /** Part of each error that the change causes. */
  about: RegExp
}
