import { relative } from 'node:path'
import { findCssLeaks } from '@encre/protocol/css-leaks'
import type { Plugin, Root } from 'postcss'

/** Refuses a stylesheet that leaks, and nests the layers of shared packages in the remote's: its copy of them cannot outrank another's. */
export function pluginCssAtHome({ folder, layer }: { folder: string; layer: string }): Plugin {
  return {
    postcssPlugin: 'encre-css-at-home',
    Once(css) {
      const file = css.source?.input.file ?? ''
      const path = relative(folder, file)
      // Elsewhere the shared packages are installed in the remote's own folder.
      if (path.startsWith('..') || path.split(/[\\/]/).includes('node_modules')) nestLayers(css, layer)
      // CSS Modules make the class names and animations of these files unique, unless they are marked as global.
      const isModule = /\.module\.\w+$/.test(file)
      const isLocal = (name: string) => isModule && !name.includes(':global')
      const leaks = findCssLeaks(css, { layer, isOwnClass: () => isModule, isOwnAnimation: isLocal })
      if (leaks.length === 0) return
      const lines = leaks.map(({ line, reason }) => `${path}:${line}: ${reason}`)
      throw new Error(`This CSS reaches beyond the remote:\n${[...new Set(lines)].join('\n')}`)
    },
  }
}

function nestLayers(css: Root, layer: string): void {
  css.each((node) => {
    if (node.type === 'atrule' && node.name === 'layer' && node.nodes) node.params = `${layer}.${node.params}`
  })
}
