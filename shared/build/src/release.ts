import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type ContractShape, describeContract } from '@encre/protocol/contract-shape'
import { type Release, Route } from '@encre/protocol/release'
import { integrityOf } from '@encre/protocol/served-file'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'
import * as z from 'zod/mini'
import { findReactVersion } from './react-file.ts'
import { renderSkeletons } from './skeletons.ts'
import { listFolder, ownReactVersion } from './version.ts'

/**
 * What a remote shares, with the versions that it runs with: from the one that it is built with up
 * to the next major one. Nothing for a remote without React. A development build for a page of
 * another machine runs with its own React only: the page's is a production build.
 */
export function sharedRanges(folder: string): Record<string, string> {
  const version = findReactVersion(folder)
  if (!version) return {}
  const range = process.env.ENCRE_DEV === 'own-react' ? ownReactVersion(version) : `^${version}`
  return { react: range, 'react-dom': range }
}

/** What a remote's build needs to know. */
export interface RemoteSources {
  folder: string
  /**
   * The last part of the folder's path by default. A remote in another repository may have another
   * name than its folder.
   */
  name: string
  routes: Route[]
  /** What a remote without `workers/<name>` in its repository needs of its worker. */
  contract?: ContractShape
}

/** The cascade layer of a remote's styles, in the sheets and in the skeletons. */
export function cascadeLayer(name: string): string {
  return `remotes.${name}`
}

/** The pattern of a build's CSS class names. The hash tells the few files of one build apart. */
export function classNames(prefix: string): string {
  return `${prefix}_[local]-[hash:base64:3]`
}

interface Build {
  version: string
  global: string
  /** Where `workers/<name>` is. */
  repository: string | null
}

/**
 * Writes `release.json` beside the built files: what the registry and the page need to know about
 * them.
 */
export function pluginRelease(
  remote: RemoteSources,
  { version, global, repository }: Build,
): RsbuildPlugin {
  const { name } = remote
  return {
    name: 'encre-release',
    setup(api) {
      api.onAfterBuild(async ({ stats }) => {
        const { compilation } = stats as Rspack.Stats
        const folder = api.context.distPath
        const first = filesOfExposed(compilation, 'remote')
        const contract = repository ? await readWorkerContract(repository, name) : remote.contract
        const stylesheets = listFiles(folder).filter((file) => file.endsWith('.css'))
        const skeletons = await renderSkeletons({
          remote: name,
          folder: remote.folder,
          layer: cascadeLayer(name),
          localIdentName: classNames(`${name}_${version}`),
          stylesheets: stylesheets.map((file) => readFileSync(join(folder, file), 'utf8')),
        })
        const release: Release = {
          name,
          version,
          shellApi: 1,
          shared: sharedRanges(remote.folder),
          entry: 'remote-entry.js',
          global,
          scripts: first.filter((file) => file.endsWith('.js')),
          styles: first.filter((file) => file.endsWith('.css')),
          files: Object.fromEntries(
            await Promise.all(
              listFiles(folder).map(
                async (file) => [file, await describeFile(join(folder, file))] as const,
              ),
            ),
          ),
          routes: z.parse(z.array(Route), remote.routes),
          ...(contract && { contract }),
          packages: measurePackages(stats as Rspack.Stats, `@encre/${name}`),
          ...(skeletons && { skeletons }),
        }
        writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
      })
    },
  }
}

async function readWorkerContract(
  repository: string,
  name: string,
): Promise<ContractShape | undefined> {
  const path = join(repository, 'workers', name, 'src/contract.ts')
  return existsSync(path) ? describeContract(await import(path)) : undefined
}

function filesOfExposed(compilation: Rspack.Compilation, chunkName: string): string[] {
  const exposed = compilation.namedChunks.get(chunkName)
  if (!exposed) throw new Error(`the build has no chunk ${chunkName}: is ./src/remote.tsx there?`)
  return [
    ...new Set(
      [...exposed.groupsIterable].flatMap((group) =>
        group.chunks.flatMap((chunk) => [...chunk.files]),
      ),
    ),
  ]
}

function listFiles(folder: string): string[] {
  return listFolder(folder, '')
    .filter((path) => basename(path) !== 'release.json' && !path.endsWith('.map'))
    .sort()
}

async function describeFile(path: string): Promise<{ bytes: number; integrity: string }> {
  const bytes = readFileSync(path)
  return { bytes: bytes.length, integrity: await integrityOf(bytes) }
}

/**
 * Bytes of source code that each package adds to a build, before unused exports are removed. The
 * remote's own files count for the package `own`.
 */
function measurePackages({ compilation }: Rspack.Stats, own: string): Record<string, number> {
  // Only modules in a chunk: the others are in the module graph, and no file contains them.
  const modules = new Set(
    [...compilation.chunks].flatMap((chunk) => [...compilation.chunkGraph.getChunkModules(chunk)]),
  )
  const sizes: Record<string, number> = {}
  for (const module of modules) {
    const parts = 'modules' in module && Array.isArray(module.modules) ? module.modules : [module]
    for (const part of parts) {
      const path = part.nameForCondition()
      if (!path) continue
      const name = packageOf(path) ?? own
      sizes[name] = (sizes[name] ?? 0) + part.size()
    }
  }
  return Object.fromEntries(
    Object.entries(sizes).sort(([one], [other]) => one.localeCompare(other)),
  )
}

/** The package that a file belongs to, by its path; null for a file of a remote. */
export function packageOf(path: string): string | null {
  const installed = path.replaceAll('\\', '/').split('/node_modules/').slice(1).at(-1)
  if (installed) return /^(@[^/]+\/)?[^/]+/.exec(installed)?.[0] ?? null
  const shared = /\/shared\/([^/]+)\//.exec(path)?.[1]
  return shared ? `@encre/${shared}` : null
}
