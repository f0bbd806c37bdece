import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rspack } from '@rsbuild/core'

/**
 * The federation runtime is published as CommonJS and as modules, and its exports map gives bundlers the first, which cannot be
 * tree-shaken: a remote's entry would be four times as large. `site-builds.test.ts` would notice an upgrade that undoes this.
 */
const packages = 'webpack-bundler-runtime|runtime|runtime-core|sdk|error-codes'
const published = new RegExp(`@module-federation[\\\\/](${packages})[\\\\/]dist[\\\\/].*\\.(cjs|js)$`)
export const federationRule = { test: published, type: 'javascript/auto' }

/**
 * What of it never runs here and is not left out by an option of its own. A build in which one of these is asked for a name that the
 * stand-ins do not have fails, so that an upgrade cannot pass unseen.
 */
const neverRuns = [
  'runtime-core/dist/helpers',
  'runtime-core/dist/plugins/snapshot/SnapshotHandler',
  'runtime-core/dist/utils/preload',
  'runtime-core/dist/utils/semver/index',
  'sdk/dist/dom',
  'sdk/dist/logger',
  'webpack-bundler-runtime/dist/getSharedFallbackGetter',
  'webpack-bundler-runtime/dist/init',
  'webpack-bundler-runtime/dist/remotes',
]
const standIns = join(import.meta.dirname, 'federation-stubs.mjs')

/** Makes the federation runtime as small as what the site does with it. */
export function slimFederation() {
  return new rspack.NormalModuleReplacementPlugin(published, ({ createData }) => {
    const created = createData?.resource
    if (!created) return
    const name = created.replaceAll('\\', '/').replace(/\.(cjs|js)$/, '')
    const asModule = ['.js', '.mjs'].map((extension) => created.replace(/\.cjs$/, extension)).find((path) => existsSync(path))
    const module = neverRuns.some((part) => name.endsWith(`@module-federation/${part}`)) ? standIns : asModule
    if (module) Object.assign(createData, { resource: module, userRequest: module, request: module })
  })
}
