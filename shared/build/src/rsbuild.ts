import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type ContractShape, describeContract } from '@encre/protocol/contract-shape'
import { integrityOf } from '@encre/protocol/integrity'
import { liveVersion } from '@encre/protocol/registry'
import { type Release, Route } from '@encre/protocol/release'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { defineConfig, type RsbuildConfig, type RsbuildPlugin, type Rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import * as z from 'zod/mini'
import { pluginCssAtHome } from './css-leaks.ts'
import { federationAliases } from './federation.ts'
import { measurePackages } from './package-sizes.ts'
import { renderSkeletons } from './skeletons.ts'
import { StandaloneFilesPlugin } from './standalone-files.ts'
import { versionOf, versionOfFolder } from './version.ts'
import { root } from './workspace.ts'

// Only React is shared: shared modules are not tree-shaken, and each one is a contract with every deployed remote.
const reactRange = '^19.0.0'
// Older browsers lack light-dark() and CSS nesting, and the rewritten CSS does not look the same.
const browsers = ['chrome >= 123', 'edge >= 123', 'firefox >= 128', 'safari >= 17.5', 'ios_saf >= 17.5']
// The maps contain no sources, only their paths and lines, and no script names its map: the registry keeps them for operators.
const sourceMap = 'hidden-nosources-source-map'
const sharedReact = ['react', 'react/', 'react-dom', 'react-dom/']

/** The shell's build. It uses no federation plugin: `shell/src/federation/runtime.ts` starts the runtime in a chunk of its own. */
export function shellConfig(): RsbuildConfig {
  return defineConfig({
    root: join(root, 'shell'),
    plugins: [pluginReact()],
    source: {
      // The operators' page has its own scripts: it works when the site's pages do not.
      entry: { index: './src/main.ts', status: './src/status/main.tsx' },
      // The options that the federation plugin would set: no snapshots, which serve federation manifests and preloading, and no Node code.
      define: { FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true', ENV_TARGET: '"web"' },
    },
    html: {
      template: ({ entryName }) => (entryName === 'status' ? './src/status/status.html' : './src/index.html'),
      scriptLoading: 'defer',
      // The page works once its scripts run. What they load afterwards may arrive later.
      tags: (tags) => tags.map((tag) => (tag.tag === 'script' ? { ...tag, attrs: { ...tag.attrs, fetchpriority: 'high' } } : tag)),
    },
    output: {
      distPath: { root: 'dist' },
      cssModules: { localIdentName: 'shell_[local]-[hash:base64:5]' },
      overrideBrowserslist: browsers,
      legalComments: 'linked',
      sourceMap: { js: sourceMap, css: false },
    },
    security: { sri: { enable: true } },
    // React changes less often than the shell, so it has a file of its own. The styles of all pages are one file: a page is prerendered with
    // the rules that it needs.
    splitChunks: {
      preset: 'none',
      cacheGroups: {
        default: false,
        defaultVendors: false,
        react: { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, chunks: 'all', enforce: true },
        styles: {
          name: 'index',
          type: 'css/mini-extract',
          test: /[\\/](shell|shared)[\\/]/,
          chunks: ({ name }) => name !== 'status',
          enforce: true,
        },
      },
    },
    // The federation runtime runs right after the first paint.
    performance: { preload: { type: 'all-assets', include: [/\.woff2$/, /federation\..*\.js$/] } },
    tools: {
      rspack: {
        output: { uniqueName: 'encre_shell' },
      },
    },
  })
}

/** The version that `npm run dev` serves in place of a remote's release. */
export const hmrVersion = 'hmr'

/** What a remote's build needs to know. */
interface Remote {
  /** The remote's own folder, an absolute path. */
  folder: string
  /** The last part of the folder's path by default. A remote in another repository may have another name than its folder. */
  name?: string
  routes: Route[]
  /** What a remote of another repository needs of its worker. A remote of this repository has the contract of `workers/<name>`. */
  contract?: ContractShape
}

/** A remote's build: one federation container per version, so that an open page can change from one version to another. */
export function remoteConfig({ folder, name = basename(folder), routes, contract }: Remote): RsbuildConfig {
  // Elsewhere the workspace's paths mean nothing: docs/remote-elsewhere.md.
  const isElsewhere = folder !== join(root, 'remotes', name)
  const isHmr = process.env.ENCRE_DEV === '1'
  const version = isHmr
    ? hmrVersion
    : process.env.ENCRE_LIVE === '1'
      ? liveVersion
      : isElsewhere
        ? versionOfFolder(folder)
        : versionOf(`remotes/${name}`)
  // Two versions with the same global share their chunks, and the newer one silently runs the older one's code.
  const global = `${name}_${version.replaceAll('-', '_')}`
  return defineConfig({
    root: folder,
    plugins: [
      pluginReact({ fastRefresh: isHmr }),
      pluginRelease({
        folder,
        name,
        version,
        global,
        routes,
        readContract: async () => (isElsewhere ? contract : readWorkerContract(name)),
      }),
    ],
    source: { entry: {} },
    output: {
      distPath: { root: 'dist', js: '', css: '', svg: '', image: '', font: '' },
      assetPrefix: 'auto',
      cssModules: { localIdentName: classNames(name, version) },
      overrideBrowserslist: browsers,
      legalComments: 'linked',
      sourceMap: isHmr ? false : { js: sourceMap, css: false },
    },
    splitChunks: false,
    security: { sri: { enable: true } },
    tools: {
      htmlPlugin: false,
      postcss: (_, { addPlugins }) => addPlugins(pluginCssAtHome({ folder, layer: cascadeLayer(name) })),
      rspack: {
        output: { uniqueName: global, chunkLoadingGlobal: `chunks_${global}`, chunkLoadTimeout: 6000 },
        resolve: { alias: federationAliases() },
        plugins: [
          new StandaloneFilesPlugin(folder),
          new ModuleFederationPlugin({
            name: global,
            filename: 'remote-entry.js',
            library: { type: 'global', name: global },
            exposes: { './remote': { import: './src/remote.tsx', name: 'remote' } },
            dts: false,
            manifest: false,
            // The host always provides React, so the remote contains no copy.
            shared: Object.fromEntries(sharedReact.map((key) => [key, { singleton: true, requiredVersion: reactRange, import: false }])),
            experiments: { externalRuntime: true, optimization: { target: 'web', disableRemote: true } },
          }),
        ],
      },
    },
  })
}

/** The cascade layer of a remote's styles, in the sheets and in the skeletons. */
function cascadeLayer(name: string): string {
  return `remotes.${name}`
}

/** The pattern of a remote's CSS class names. The hash tells the few files of one remote apart. */
function classNames(name: string, version: string): string {
  return `${name}_${version}_[local]-[hash:base64:3]`
}

/** Writes `release.json` beside the built files: what the registry and the page need to know about them. */
function pluginRelease({
  folder: source,
  name,
  version,
  global,
  routes,
  readContract,
}: {
  folder: string
  name: string
  version: string
  global: string
  routes: Route[]
  readContract: () => Promise<ContractShape | undefined>
}): RsbuildPlugin {
  return {
    name: 'encre-release',
    setup(api) {
      api.onAfterBuild(async ({ stats }) => {
        const { compilation } = stats as Rspack.Stats
        const folder = api.context.distPath
        const first = filesOfExposed(compilation, 'remote')
        const contract = await readContract()
        const stylesheets = listFiles(folder).filter((file) => file.endsWith('.css'))
        const skeletons = await renderSkeletons({
          folder: source,
          layer: cascadeLayer(name),
          localIdentName: classNames(name, version),
          stylesheets: stylesheets.map((file) => readFileSync(join(folder, file), 'utf8')),
        })
        const release: Release = {
          name,
          version,
          shellApi: 1,
          shared: { react: reactRange, 'react-dom': reactRange },
          entry: 'remote-entry.js',
          global,
          scripts: first.filter((file) => file.endsWith('.js')),
          styles: first.filter((file) => file.endsWith('.css')),
          files: Object.fromEntries(
            await Promise.all(listFiles(folder).map(async (file) => [file, await describeFile(join(folder, file))] as const)),
          ),
          routes: z.parse(z.array(Route), routes),
          ...(contract && { contract }),
          packages: measurePackages(stats as Rspack.Stats, `@encre/${name}`),
          ...(skeletons && { skeletons }),
        }
        writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
      })
    },
  }
}

/** The contract of a worker of this repository at the time of the build. Undefined if the remote has no worker. */
async function readWorkerContract(name: string): Promise<ContractShape | undefined> {
  const path = join(root, 'workers', name, 'src/contract.ts')
  return existsSync(path) ? describeContract(await import(path)) : undefined
}

function filesOfExposed(compilation: Rspack.Compilation, chunkName: string): string[] {
  const exposed = compilation.namedChunks.get(chunkName)
  if (!exposed) throw new Error(`the build has no chunk ${chunkName}: is ./src/remote.tsx there?`)
  return [...new Set([...exposed.groupsIterable].flatMap((group) => group.chunks.flatMap((chunk) => [...chunk.files])))]
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'release.json' && !entry.name.endsWith('.map'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

async function describeFile(path: string): Promise<{ bytes: number; integrity: string }> {
  const bytes = readFileSync(path)
  return { bytes: bytes.length, integrity: await integrityOf(bytes) }
}
