import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { pluginCssAtHome, pluginHover } from '@encre/build/css-at-home'
import { FileLoaderPlugin } from '@encre/build/file-loader'
import {
  cascadeLayer,
  classNames,
  pluginRelease,
  type RemoteSources,
  sharedRanges,
} from '@encre/build/release'
import { StandaloneFilesPlugin } from '@encre/build/standalone-files'
import { hmrVersion, versionOf, versionOfFolder } from '@encre/build/version'
import { findRepository } from '@encre/build/workspace'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { mergeRsbuildConfig, type RsbuildConfig, rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

// The options of every build. `npm run pack` puts this file into @encre/build, for remotes of other
// repositories.

const isHmr = process.env.ENCRE_DEV !== undefined

/**
 * Most functions of these files run when a page opens. Chromium compiles them while the files
 * arrive, beside the page's thread; other browsers read a comment.
 */
const compileHint = {
  banner: '//# allFunctionsCalledOnLoad',
  raw: true,
  include: /(federation|remote)[^/]*\.js$/,
  stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
}

/**
 * What the shell and the remotes have in common. Every class name starts with `classPrefix`, which
 * is a build's own.
 */
export function sharedConfig(folder: string, classPrefix: string): RsbuildConfig {
  return {
    root: folder,
    plugins: [pluginReact({ fastRefresh: isHmr })],
    output: {
      distPath: { root: 'dist' },
      cssModules: { localIdentName: classNames(classPrefix) },
      // Older browsers lack light-dark() and CSS nesting, and the rewritten CSS does not look the
      // same.
      overrideBrowserslist: [
        'chrome >= 123',
        'edge >= 123',
        'firefox >= 128',
        'safari >= 17.5',
        'ios_saf >= 17.5',
      ],
      legalComments: 'linked',
      // The maps contain no sources, only their paths and lines, and no script names its map: the
      // registry keeps them for operators.
      sourceMap: isHmr ? false : { js: 'hidden-nosources-source-map', css: false },
    },
    // Shared packages are built with this package's React.
    resolve: { dedupe: ['react', 'react-dom'] },
    security: { sri: { enable: true } },
    tools: {
      postcss: (_, { addPlugins }) => addPlugins(pluginHover),
      // The HMR client needs Rspack's own code.
      ...(!isHmr && {
        rspack: { plugins: [new FileLoaderPlugin(), new rspack.BannerPlugin(compileHint)] },
      }),
    },
  }
}

/**
 * A remote's build: one federation container per version, so that an open page can change from one
 * version to another.
 */
export function remoteConfig({
  folder,
  name = basename(folder),
  ...sources
}: Omit<RemoteSources, 'name'> & { name?: string }): RsbuildConfig {
  const repository = findRepository(folder, name)
  const version = findVersion(folder, name, repository)
  // Two versions with the same global share their chunks, and the newer one silently runs the older
  // one's code.
  const global = `${name}_${version.replaceAll('-', '_')}`
  return mergeRsbuildConfig(sharedConfig(folder, `${name}_${version}`), {
    plugins: [pluginRelease({ folder, name, ...sources }, { version, global, repository })],
    source: { entry: {} },
    output: {
      distPath: { js: '', css: '', svg: '', image: '', font: '' },
      assetPrefix: 'auto',
    },
    splitChunks: false,
    tools: {
      htmlPlugin: false,
      postcss: (_, { addPlugins }) =>
        addPlugins(pluginCssAtHome({ folder, layer: cascadeLayer(name) })),
      rspack: {
        output: { uniqueName: global, chunkLoadingGlobal: `chunks_${global}` },
        resolve: { alias: federationAliases() },
        plugins: [
          new StandaloneFilesPlugin(folder),
          new ModuleFederationPlugin({
            name: global,
            filename: 'remote-entry.js',
            library: { type: 'global', name: global },
            exposes: { './remote': { import: './src/remote', name: 'remote' } },
            dts: false,
            manifest: false,
            // Only React is shared: shared modules are not tree-shaken, and each one is a contract
            // with every deployed remote.
            shared: Object.fromEntries(
              Object.entries(sharedRanges(folder)).flatMap(([name, requiredVersion]) =>
                [name, `${name}/`].map((key) => [
                  key,
                  { singleton: true, requiredVersion, import: false },
                ]),
              ),
            ),
            experiments: {
              externalRuntime: true,
              optimization: { target: 'web', disableRemote: true },
            },
          }),
        ],
      },
    },
  })
}

function findVersion(folder: string, name: string, repository: string | null): string {
  if (isHmr) return hmrVersion
  return repository ? versionOf(`remotes/${name}`, repository) : versionOfFolder(folder)
}

/**
 * Rspack's plugin takes the runtime's CommonJS files, which cannot be tree-shaken: an entry twice
 * as large. `site-builds.test.ts` sees it.
 */
function federationAliases(): Record<string, string> {
  const { resolve } = createRequire(
    createRequire(import.meta.url).resolve('@module-federation/enhanced'),
  )
  const runtimeTools = createRequire(resolve('@module-federation/runtime-tools'))
  return {
    [resolve('@module-federation/webpack-bundler-runtime')]: resolve(
      '@module-federation/webpack-bundler-runtime/bundler',
    ),
    '@module-federation/runtime': runtimeTools.resolve('@module-federation/runtime/bundler'),
  }
}
