import { spawnSync } from 'node:child_process'
import {
  cpSync,
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
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { listMigrations, runMigrations } from '../lib/local-databases.ts'

/** A change of one file that its package, or what uses it, does not follow. */
interface HalfChange {
  name: string
  folder: string
  file: string
  change: (text: string) => string
  /** The files that the change makes wrong. */
  places: string[]
  /** Matches each type error that the change causes, and none that another one causes. */
  about: RegExp
  /** Files that the places need, without an error of their own. */
  besides?: string[]
}

const insertAfter = (text: string, added: string) => (source: string) =>
  source.replace(text, `$&\n  ${added}`)
const addField = insertAfter('z.object({', "bodySide: z.optional(z.enum(['left', 'right'])),")
const addToProfile = (title: string, schema: string, name: string, type: string): HalfChange => ({
  name: title,
  folder: 'workers/account',
  file: 'src/contract.ts',
  change: insertAfter(`${schema}({`, `${name}: ${type},`),
  places: ['remotes/account/src/rename-form.tsx', 'workers/account/src/users-store.ts'],
  about: new RegExp(name),
})
const addRoute = (remote: string): HalfChange => ({
  name: `a route of the remote ${remote}`,
  folder: `remotes/${remote}`,
  file: 'routes.ts',
  change: insertAfter(
    'defineRoutes([',
    `{ path: '/half-${remote}', access: 'member', lang: 'fr', title: 'Half' },`,
  ),
  places: [`remotes/${remote}/src/remote.tsx`],
  about: new RegExp(`half-${remote}`),
})

const halfChanges: HalfChange[] = [
  {
    name: 'a field of the choices',
    folder: 'shared/protocol',
    file: 'src/design.ts',
    change: addField,
    places: [
      'remotes/gallery/src/link-page/page-parts.ts',
      'remotes/generator/src/choices.ts',
      'remotes/generator/src/steps/choice-steps.tsx',
      'shared/protocol/src/catalogue.ts',
      'workers/generator/src/generations/prompt.ts',
    ],
    about: /bodySide/,
  },
  {
    name: 'an eighth style',
    folder: 'shared/protocol',
    file: 'src/catalogue.ts',
    change: (text) =>
      text.replace(
        '] as const satisfies readonly Style[]',
        `  { id: 'tribal', name: 'Tribal', description: 'Aplats.', examples: ['Maori', 'Haka'] },\n$&`,
      ),
    places: [
      'remotes/gallery/src/atelier/studio/workshop.ts',
      'remotes/gallery/src/atelier/workbench/tool-messages.ts',
      'remotes/generator/src/messages.ts',
      'remotes/generator/src/style-glyph.tsx',
      'shared/protocol/src/catalogue.ts', // `stylesInWords`
      'shared/stencil/src/first-rendering.ts',
      'shell/src/flash/examples.tsx',
      'workers/generator/src/generations/prompt.ts',
      'workers/local/src/drawing/brief.ts',
      'workers/local/src/drawing/draw.ts',
    ],
    about: /^(?!.*bodySide).*(tribal|Record<8, )/,
  },
  {
    name: 'a seventh colour',
    folder: 'shared/protocol',
    file: 'src/catalogue.ts',
    change: insertAfter('export const colours = [', "{ hex: '#ff8800', label: 'Orange' },"),
    places: ['workers/local/src/drawing/brief.ts'],
    about: /#ff8800/,
  },
  {
    name: 'a place on the body',
    folder: 'shared/protocol',
    file: 'src/catalogue.ts',
    change: insertAfter('export const locations = [', "{ value: 'hand', label: 'Main' },"),
    places: [
      'shared/picture/src/formats.ts',
      'workers/local/src/drawing/brief.ts',
      'workers/local/src/drawing/scene/scene.ts',
    ],
    about: /Property 'hand'/,
  },
  {
    name: "a design's origin",
    folder: 'shared/protocol',
    file: 'src/origin.ts',
    change: (text) => text.replace("| 'lettering'", "$& | 'photographed'"),
    places: [
      'remotes/account/src/messages.ts',
      'shared/picture/src/origin-marks.ts',
      'shared/protocol/src/origin.ts',
    ],
    about: /photographed/,
  },
  {
    name: 'a failure of the provider',
    folder: 'workers/generator',
    file: 'src/problems-contract.ts',
    change: insertAfter('export type GenerationFailure =', "| 'provider-asleep'"),
    places: ['remotes/generator/src/steps/failure-text.ts'],
    about: /provider-asleep/,
  },
  {
    name: 'a tab of the atelier',
    folder: 'remotes/gallery',
    file: 'src/atelier-path.ts',
    change: insertAfter('export const views = [', "'half-view',"),
    places: [
      'remotes/gallery/src/atelier/page/tool.tsx',
      'remotes/gallery/src/atelier/workbench/atelier-messages.ts',
    ],
    about: /half-view/,
  },
  {
    name: 'an export format',
    folder: 'shared/stencil',
    file: 'src/file-messages.ts',
    change: (text) => text.replace("'png' | 'svg' | 'psd'", "$& | 'eps'"),
    places: [
      'remotes/gallery/src/atelier/calque/calque-view.tsx',
      'remotes/gallery/src/atelier/workbench/make-files.ts',
      'shared/stencil/src/file-worker.ts',
    ],
    about: /'eps'|"eps"|Function lacks ending return/,
  },
  addToProfile(
    'an optional field of the profile',
    'User = z.object',
    'nickname',
    'z.optional(z.string())',
  ),
  addToProfile('a field of the profile', 'User = z.object', 'telephone', 'z.string()'),
  addToProfile(
    'an optional field that a member changes',
    'Rename = z.strictObject',
    'pronoun',
    'z.optional(z.string())',
  ),
  {
    name: 'a problem that its operation does not declare',
    folder: 'workers/gallery',
    file: 'src/contract.ts',
    change: (text) =>
      text.replace(
        "answers: { 200: OpenedDesign },\n  problems: { 404: ['not-found'] },",
        'answers: { 200: OpenedDesign },',
      ),
    places: ['workers/gallery/src/designs.ts'],
    about: /Reads a design|'readDesign/,
  },
  addRoute('account'),
  addRoute('gallery'),
  addRoute('generator'),
  {
    name: 'features without a binding of the site, or of the worker that erases',
    folder: 'shared/worker',
    file: 'src/features.ts',
    change: insertAfter(
      'export const features = [',
      `{ name: 'one', isPublic: true, pages: null, binding: 'HALF', memberData: null },
       { name: 'two', isPublic: true, pages: null, binding: 'GALLERY', memberData: 'HALF' },`,
    ),
    places: ['shell/worker/features/features.ts', 'workers/account/src/feature-data.ts'],
    about: /can't be used to index type '(Env|Bindings)'/,
    besides: ['shell', 'workers/account'].map((folder) => `${folder}/worker-configuration.d.ts`),
  },
]

describe('a type error in every place that would be forgotten', () => {
  let tree: string
  let errors: { path: string; message: string }[]

  beforeAll(() => {
    tree = makeTree()
    errors = findTypeErrors(tree)
  }, 300_000)
  afterAll(() => rmSync(tree, { recursive: true }))

  it.each(halfChanges)('follows $name', ({ places, about }) => {
    const found = errors.filter(({ message }) => about.test(message)).map(({ path }) => path)
    expect([...new Set(found)].sort()).toEqual(places)
  })
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
it('a field in the schema of choices alone is read, hashed, stored, answered and exported', async () => {
  const tree = makeTree()
  onTestFinished(() => rmSync(tree, { recursive: true }))
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
  const read = (body: object) => {
    return requests.readRequest(contract.GenerationRequest.parse(body)).request
  }
  const load = (path: string) => import(/* @vite-ignore */ join(tree, path))
  const contract = await load('workers/generator/src/contract.ts')
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
  await runMigrations(gallery, 'workers/gallery', listMigrations('workers/gallery'))
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

/** A folder inside the repository, so that its modules find the repository's packages. */
function makeTree(): string {
  mkdirSync(join(root, '.data'), { recursive: true })
  return mkdtempSync(join(root, '.data/half-change-'))
}

function copyPackage(folder: string, tree: string): void {
  cpSync(join(root, folder), join(tree, folder), {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist|\.wrangler)$/.test(path),
  })
}

/** The type errors of one check of all changes, which do not hide each other. */
function findTypeErrors(tree: string): { path: string; message: string }[] {
  const folders = new Set(halfChanges.map(({ folder }) => folder))
  for (const folder of folders) {
    copyPackage(folder, tree)
    symlinkSync(join(root, folder, 'node_modules'), join(tree, folder, 'node_modules'))
  }
  for (const { folder, file, change } of halfChanges) {
    edit(join(tree, folder, file), change)
  }
  const toRoot = relative(tree, root)
  const isChanged = (path: string) => [...folders].some((folder) => path.startsWith(`${folder}/`))
  const files = halfChanges.flatMap(({ places, besides = [] }) => [...places, ...besides])
  const settings = {
    extends: `${toRoot}/tsconfig.json`,
    compilerOptions: { paths: Object.assign({}, ...[...folders].map(readModules)) },
    include: [],
    files: files.map((path) => (isChanged(path) ? path : join(toRoot, path))),
  }
  writeFileSync(join(tree, 'tsconfig.json'), JSON.stringify(settings))
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/tsc'),
    ['-p', tree, '--pretty', 'false'],
    { cwd: tree, encoding: 'utf8' },
  )
  expect(stdout, 'a place is no file').not.toContain('error TS6053')
  return Array.from(
    stdout.matchAll(/^(\S+)\(\d+,\d+\): error (.*)/gm),
    ([, path = '', message = '']) => ({ path: path.replace(`${toRoot}/`, ''), message }),
  )
}

/** The files of a package's modules, as `paths` in tsconfig.json has them. */
function readModules(folder: string): Record<string, string[]> {
  const { name, exports = {} } = PackageFile.parse(
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
  )
  const modules = Object.entries(exports)
  return Object.fromEntries(
    modules.map(([module, file]) => [join(name, module), [`./${join(folder, file)}`]]),
  )
}

const PackageFile = z.object({
  name: z.string(),
  exports: z.optional(z.record(z.string(), z.string())),
})

function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(path, 'utf8')
  const changed = change(text)
  expect(changed, `${path} does not have what the test changes`).not.toBe(text)
  writeFileSync(path, changed)
}
