import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Release } from '@encre/protocol/release'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { createRepository, installFromHere, packPackages } from './remote-elsewhere.ts'

// `npm test -- --long elsewhere` installs the packed packages from the network's registry and releases the remote to a running site.

const scratch = mkdtempSync(join(tmpdir(), 'encre-elsewhere-'))
const folder = join(scratch, 'repository')
let packed: Record<string, string>

beforeAll(async () => {
  packed = await packPackages(join(scratch, 'packages'))
  createRepository(folder, packed)
  installFromHere(folder, packed)
}, 120_000)

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const run = (...words: string[]) =>
  execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } })

it('packs JavaScript with types, and exact versions of what it needs', () => {
  for (const name of Object.keys(packed)) {
    const files = globSync('**/*', { cwd: join(folder, 'node_modules', name) })
    expect(files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))).toEqual([])
    expect(files.filter((file) => /\.test\./.test(file))).toEqual([])
    const manifest = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')
    expect(manifest).not.toMatch(/"(workspace|catalog):|\.\/src\//)
  }
})

it('Node runs the packed packages, which it would not do with types in them', () => {
  const program =
    "import { Release } from '@encre/protocol/release'; import { getStatus } from '@encre/registry-client'; console.log(typeof Release, typeof getStatus)"
  expect(run('--input-type=module', '-e', program)).toBe('object function\n')
  expect(run('node_modules/@encre/registry-client/dist/encre-release.js', '--help')).toContain('encre-release preview')
})

it('a remote outside of the workspace passes the compiler and builds to a release', () => {
  run('node_modules/typescript/bin/tsc')
  run('node_modules/@rsbuild/core/bin/rsbuild.js', 'build')
  const release = z.parse(Release, JSON.parse(readFileSync(join(folder, 'dist/release.json'), 'utf8')))
  expect(release).toMatchObject({
    name: 'artists',
    version: expect.stringMatching(/^0000000-[0-9a-f]{8}$/),
    routes: [{ path: '/artists' }],
  })
  expect(release.contract).toBeUndefined()
  expect(release.skeletons?.['/artists']?.html).toContain('Vous avez compté')
  expect(Object.keys(release.files).filter((file) => file.endsWith('.map'))).toEqual([])
  const [stylesheet = ''] = release.styles
  const css = readFileSync(join(folder, 'dist', stylesheet), 'utf8')
  expect(css).toContain(`artists_${release.version}_page`)
  // The button's rules, which @encre/ui has in its own layer.
  expect(css).toContain('@layer remotes.artists.ui')
  expect(release.packages).toMatchObject({ '@encre/ui': expect.any(Number) })
}, 60_000)
