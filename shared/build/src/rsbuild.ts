import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type ContractShape, describeContract } from '@encre/protocol/contract-shape'
import { type Release, Route } from '@encre/protocol/release'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { defineConfig, type RsbuildConfig, type RsbuildPlugin, type Rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import * as z from 'zod/mini'
import { federationRule, slimFederation } from './federation.ts'
import { versionOf } from './version.ts'
import { root } from './workspace.ts'

// Only React is shared: shared modules are not tree-shaken, and whatever is shared is a contract with every remote deployed.
const reactRange = '^19.0.0'
// Older browsers would need light-dark() and nesting rewritten, and lose the look that the rewriting cannot keep.
const browsers = ['chrome >= 123', 'edge >= 123', 'firefox >= 128', 'safari >= 17.5', 'ios_saf >= 17.5']
const sharedReact = ['react', 'react/', 'react-dom', 'react-dom/']

/** The host is a plain build: `shell/src/federation/runtime.ts` makes it one, in a chunk of its own. */
export function shellConfig(): RsbuildConfig {
  return defineConfig({
    root: join(root, 'shell'),
    plugins: [pluginReact()],
    source: {
      entry: { index: './src/main.tsx' },
      // Snapshots serve manifests and federation's own preloading; the page has neither.
      define: { FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true', ENV_TARGET: '"web"' },
    },
    html: { template: './src/index.html', scriptLoading: 'defer' },
    output: {
      distPath: { root: 'dist' },
      cssModules: { localIdentName: 'shell_[local]-[hash:base64:5]' },
      overrideBrowserslist: browsers,
      legalComments: 'linked',
      sourceMap: false,
    },
    security: { sri: { enable: true } },
    // React changes less often than we do; everything else of the first screen is one file.
    splitChunks: {
      preset: 'none',
      cacheGroups: {
        default: false,
        defaultVendors: false,
        react: { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, chunks: 'all', enforce: true },
      },
    },
    // The federation runtime runs after the first paint, and must be there by then.
    performance: { preload: { type: 'all-assets', include: [/\.woff2$/, /federation\..*\.js$/] } },
    tools: {
      rspack: {
        output: { uniqueName: 'encre_shell' },
        module: { rules: [federationRule] },
        plugins: [slimFederation()],
      },
    },
  })
}

/** The version that `npm run dev` serves in place of a remote's release. */
export const hmrVersion = 'hmr'

interface Remote {
  /** The remote's own folder, an absolute path. Its last part is the remote's name. */
  folder: string
  routes: Route[]
}

/** A remote: one federation container per version, so that two versions can live in one page one after the other. */
export function remoteConfig({ folder, routes }: Remote): RsbuildConfig {
  const name = basename(folder)
  const isHmr = process.env.ENCRE_DEV === '1'
  const version = isHmr ? hmrVersion : versionOf(`remotes/${name}`)
  // Chunks of two versions would meet in one global, and the newer one would silently run the older one's code.
  const global = `${name}_${version.replaceAll('-', '_')}`
  return defineConfig({
    root: folder,
    plugins: [pluginReact({ fastRefresh: isHmr }), pluginRelease({ name, version, global, routes })],
    source: { entry: {} },
    output: {
      distPath: { root: 'dist', js: '', css: '', svg: '', image: '', font: '' },
      assetPrefix: 'auto',
      cssModules: { localIdentName: `${name}_${version}_[local]-[hash:base64:5]` },
      overrideBrowserslist: browsers,
      legalComments: 'linked',
      sourceMap: false,
    },
    splitChunks: false,
    security: { sri: { enable: true } },
    tools: {
      htmlPlugin: false,
      rspack: {
        output: { uniqueName: global, chunkLoadingGlobal: `chunks_${global}`, chunkLoadTimeout: 6000 },
        module: { rules: [federationRule] },
        plugins: [
          slimFederation(),
          new ModuleFederationPlugin({
            name: global,
            filename: 'remote-entry.js',
            library: { type: 'global', name: global },
            exposes: { './remote': { import: './src/remote.tsx', name: 'remote' } },
            dts: false,
            manifest: false,
            // The host always has React: no second copy is built, published or ever requested.
            shared: Object.fromEntries(sharedReact.map((key) => [key, { singleton: true, requiredVersion: reactRange, import: false }])),
            experiments: { externalRuntime: true, optimization: { target: 'web', disableRemote: true } },
          }),
        ],
      },
    },
  })
}

/** Writes `release.json` beside the built files: what the registry and the page need to know of them. */
function pluginRelease({
  name,
  version,
  global,
  routes,
}: {
  name: string
  version: string
  global: string
  routes: Route[]
}): RsbuildPlugin {
  return {
    name: 'encre-release',
    setup(api) {
      api.onAfterBuild(async ({ stats }) => {
        const { compilation } = stats as Rspack.Stats
        const folder = api.context.distPath
        const first = filesOfExposed(compilation, 'remote')
        const contract = await readContract(name)
        const release: Release = {
          name,
          version,
          shellApi: 1,
          shared: { react: reactRange, 'react-dom': reactRange },
          entry: 'remote-entry.js',
          global,
          scripts: first.filter((file) => file.endsWith('.js')),
          styles: first.filter((file) => file.endsWith('.css')),
          files: Object.fromEntries(listFiles(folder).map((file) => [file, describeFile(join(folder, file))])),
          routes: z.parse(z.array(Route), routes),
          ...(contract && { contract }),
        }
        writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
      })
    },
  }
}

/** What the remote's worker promised when this was built; undefined where it has none. */
async function readContract(name: string): Promise<ContractShape | undefined> {
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
    .filter((entry) => entry.isFile() && entry.name !== 'release.json')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

function describeFile(path: string): { bytes: number; integrity: string } {
  const bytes = readFileSync(path)
  return { bytes: bytes.length, integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}` }
}
