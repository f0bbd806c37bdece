import { relative } from 'node:path'
import { findCssLeaks } from '@encre/releases/css-leaks'
import { AtRule, type Plugin, type Root } from 'postcss'

/**
 * Refuses a stylesheet that leaks, and nests the layers of shared packages in the remote's: its
 * copy of them cannot outrank another's.
 */
export function pluginCssAtHome({ folder, layer }: { folder: string; layer: string }): Plugin {
  return {
    postcssPlugin: 'encre-css-at-home',
    Once(css) {
      const file = css.source?.input.file ?? ''
      const path = relative(folder, file)
      // Elsewhere the shared packages are installed in the remote's own folder.
      const isShared = path.startsWith('..') || path.split(/[\\/]/).includes('node_modules')
      if (isShared) nestLayers(css, layer)
      // CSS Modules make the class names and animations of these files unique, unless they are
      // marked as global.
      const isModule = /\.module\.\w+$/.test(file)
      const isLocal = (name: string) => isModule && !name.includes(':global')
      const leaks = findCssLeaks(css, {
        layer,
        isOwnClass: () => isModule,
        isOwnAnimation: isLocal,
      })
      if (leaks.length === 0) return
      const lines = leaks.map(({ line, reason }) => `${path}:${line}: ${reason}`)
      throw new Error(`This CSS reaches beyond the remote:\n${[...new Set(lines)].join('\n')}`)
    },
  }
}

function nestLayers(css: Root, layer: string): void {
  css.each((node) => {
    if (node.type === 'atrule' && node.name === 'layer' && node.nodes) {
      node.params = `${layer}.${node.params}`
    }
  })
}

const hoverOnly = '(hover: hover)'

/**
 * A PostCSS plugin that puts hover styles under `(hover: hover)`: on a touch screen they would stay
 * on what a finger touched last.
 */
export const pluginHover: Plugin = {
  postcssPlugin: 'encre-hover',
  Rule(rule) {
    const hovers = rule.selectors.filter((selector) => selector.includes(':hover'))
    const { parent } = rule
    const isMoved = parent?.type === 'atrule' && parent.params === hoverOnly
    if (hovers.length === 0 || isMoved) return
    const nodes = [rule.clone({ selectors: hovers })]
    rule.after(new AtRule({ name: 'media', params: hoverOnly, nodes }))
    const others = rule.selectors.filter((selector) => !hovers.includes(selector))
    if (others.length > 0) {
      rule.selectors = others
    } else {
      rule.remove()
    }
  },
}
