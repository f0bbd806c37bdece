import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { listFeatures } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { buildSite } from '../lib/build.ts'

export function buildWith(config: string): void {
  const words = ['node_modules/@rsbuild/core/bin/rsbuild.js', 'build', '--config', config]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`${config} does not build:\n${stdout}${stderr}`)
}

/** Measures the scripts that a page downloads before it runs, in bytes after gzip. */
export async function benchSizes(say: (sentence: string) => void): Promise<[string, string][]> {
  say('Measuring the sizes ...')
  await buildSite()
  buildWith('scripts/bench/minimal-app.rsbuild.config.ts')
  const home = scriptBytes('shell/dist', 'pages/home.visitor.html')
  const minimal = scriptBytes('.data/bench/minimal-app', 'index.html')
  const entries = listFeatures().map((name) =>
    gzipBytes(join('remotes', name, 'dist/remote-entry.js')),
  )
  return [
    [
      "the home page's JavaScript / the minimal app's",
      `${(home / minimal).toFixed(2)} (${home} / ${minimal} bytes)`,
    ],
    ['the largest entry of a remote', `${Math.max(...entries)} bytes`],
    ...['stencil', 'stencil-files'].map((name): [string, string] => [
      `${name}.js of the atelier (aim 18000)`,
      `${gzipBytes(join('remotes/gallery/dist/workers', `${name}.js`))} bytes`,
    ]),
  ]
}

/**
 * Adds up the scripts that a built page runs or preloads, without the federation runtime: neither
 * page needs it before a click.
 */
function scriptBytes(folder: string, page: string): number {
  const html = readFileSync(join(root, folder, page), 'utf8')
  const scripts = [...html.matchAll(/<(?:script|link) [^>]*(?:src|href)="\/([^"]+\.js)"/g)]
    .map(([, file = '']) => file)
    .filter((file) => !file.includes('/federation.'))
    .map((file) => gzipBytes(join(folder, file)))
  if (scripts.length === 0) throw new Error(`${folder} has no scripts`)
  return scripts.reduce((sum, bytes) => sum + bytes, 0)
}

function gzipBytes(path: string): number {
  return gzipSync(readFileSync(join(root, path))).length
}
