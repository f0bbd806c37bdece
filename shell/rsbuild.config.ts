import { createRequire } from 'node:module'
import { mergeRsbuildConfig } from '@rsbuild/core'
import { sharedConfig } from '../rsbuild.shared.ts'
import { cutFont, families, pluginCutFonts } from './cut-fonts.ts'
import { pluginPrerender } from './prerender.ts'
import { pluginReacts } from './reacts.ts'

/**
 * The shell's build without its prerendered pages. It uses no federation plugin:
 * `src/federation/runtime.ts` starts the runtime in a chunk of its own.
 */
export const shell = mergeRsbuildConfig(sharedConfig(import.meta.dirname, 'shell'), {
  source: {
    // The operators' page has its own scripts: it works when the site's pages do not.
    entry: { index: './src/main.ts', status: './src/status/main.tsx' },
    // The options that the federation plugin would set: no snapshots, which serve federation
    // manifests and preloading, and no Node code.
    define: { FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true', ENV_TARGET: '"web"' },
  },
  plugins: [pluginCutFonts],
  // The page of a link, which the gallery's worker renders, loads the typefaces from paths without
  // a hash.
  output: {
    copy: families.map((font) => ({
      from: createRequire(import.meta.url).resolve(
        `@fontsource-variable/${font}/files/${font}-latin-wght-normal.woff2`,
      ),
      to: `fonts/${font}.woff2`,
      transform: { transformer: cutFont },
    })),
  },
  // The package's bundled file contains a second copy of the SDK.
  resolve: { alias: { '@auth0/auth0-react$': '@auth0/auth0-react/src/index.tsx' } },
  html: {
    template: ({ entryName }) =>
      entryName === 'status' ? './src/status/status.html' : './src/index.html',
    scriptLoading: 'defer',
    // The page works once its scripts run. What they load afterwards may arrive later.
    tags: (tags) =>
      tags.map((tag) =>
        tag.tag === 'script' ? { ...tag, attrs: { ...tag.attrs, fetchpriority: 'high' } } : tag,
      ),
  },
  // React changes less often than the shell, so it has a file of its own. The rules for elements
  // and the typefaces are the first script's stylesheet, which every prerendered page contains. Those
  // for classes are one more file: a page is prerendered with the ones that it needs.
  splitChunks: {
    preset: 'none',
    cacheGroups: {
      default: false,
      defaultVendors: false,
      react: {
        name: 'react',
        test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
        chunks: 'all',
        enforce: true,
      },
      // Both the session and Auth0's React package import the SDK.
      sdk: {
        name: 'session',
        test: /[\\/]node_modules[\\/]@auth0[\\/](auth0-spa-js|auth0-auth-js)[\\/]/,
        chunks: 'async',
        enforce: true,
      },
      styles: {
        name: 'classes',
        type: 'css/mini-extract',
        test: /\.module\.css$/,
        chunks: ({ name }) => name !== 'status',
        enforce: true,
      },
    },
  },
  // The federation runtime runs right after the first paint.
  performance: {
    preload: { type: 'all-assets', include: [/static\/font\//, /federation\..*\.js$/] },
  },
  tools: {
    rspack: {
      output: { uniqueName: 'encre_shell' },
      // Node's name of `globalThis`. A package that looks for it would put a search into the first script.
      node: { global: false },
      // Its index also exports types, which the SDK's JavaScript does not have.
      module: {
        rules: [
          { test: /[\\/]auth0-react[\\/]src[\\/]/, parser: { reexportExportsPresence: false } },
        ],
      },
    },
  },
})

export default mergeRsbuildConfig(shell, { plugins: [pluginPrerender(shell), pluginReacts()] })
