import { mergeRsbuildConfig } from '@rsbuild/core'
import { remoteConfig } from '../../rsbuild.shared.ts'
import { routes } from './routes.ts'

// What the atelier and the comparison share is one file, not a part of both.
const studio = { name: 'studio', test: /[\\/](src[\\/]atelier|stencil|ui)[\\/]/, chunks: 'async', minChunks: 2, enforce: true } as const

export default mergeRsbuildConfig(remoteConfig({ folder: import.meta.dirname, routes }), {
  splitChunks: { preset: 'none', cacheGroups: { default: false, defaultVendors: false, studio } },
})
