import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hashStyles } from '@encre/protocol/served-file'
import type { Skeleton } from '@encre/protocol/skeleton'
import { findSkeletonDefects, prepareSkeletonHtml } from '@encre/protocol/skeleton-check'
import { createRsbuild } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import * as z from 'zod/mini'
import { extractCriticalCss } from './critical-css.ts'

/** The remote's copy of React renders the remote's components, so both are built together. */
function writeEntry(source: string): string {
  return `import { renderToStaticMarkup } from 'react-dom/server'
import { skeletons } from ${JSON.stringify(source)}
export const rendered = Object.fromEntries(Object.entries(skeletons).map(([path, element]) => [path, renderToStaticMarkup(element)]))`
}

/** What that entry exports. */
const Built = z.object({ rendered: z.record(z.string(), z.string()) })

interface Options {
  /** The remote's name. */
  remote: string
  /** The remote's own folder, an absolute path. */
  folder: string
  /** The cascade layer of its styles. */
  layer: string
  /** The names of its CSS classes, as in the build for browsers. */
  localIdentName: string
  /** The texts of all its built stylesheets. */
  stylesheets: string[]
}

/**
 * Renders the skeletons that a remote exports in `skeletons.tsx`, by the path of their route. The sources are built a second time, for
 * Node. Undefined if the remote has no such file. Throws for a skeleton that the registry would refuse.
 */
export async function renderSkeletons({
  remote,
  folder,
  layer,
  localIdentName,
  stylesheets,
}: Options): Promise<Record<string, Skeleton> | undefined> {
  const source = join(folder, 'skeletons.tsx')
  if (!existsSync(source)) return undefined
  const rendered = await renderInNode(folder, source, localIdentName)
  const skeletons = Object.entries(rendered).map(async ([path, markup]) => {
    const { html: moved, rules } = moveInlineStyles(removeHeavyParts(markup))
    const html = prepareSkeletonHtml(moved, remote)
    const css = extractCriticalCss(html, stylesheets) + (rules && `@layer ${layer}{${rules}}`)
    const skeleton = { html, css, styleHash: await hashStyles(css) }
    const defects = await findSkeletonDefects(skeleton, remote)
    if (defects.length > 0) throw new Error(`The skeleton of ${path} in ${source}: ${defects.join('; ')}`)
    return [path, skeleton] as const
  })
  return Object.fromEntries(await Promise.all(skeletons))
}

async function renderInNode(folder: string, source: string, localIdentName: string): Promise<Record<string, string>> {
  const out = mkdtempSync(join(tmpdir(), 'encre-skeletons-'))
  const entry = join(out, 'entry.mjs')
  writeFileSync(entry, writeEntry(source))
  try {
    const rsbuild = await createRsbuild({
      cwd: folder,
      config: {
        root: folder,
        mode: 'production',
        logLevel: 'error',
        plugins: [pluginReact()],
        source: { entry: { skeletons: entry } },
        output: {
          target: 'node',
          distPath: { root: join(out, 'dist') },
          cssModules: { localIdentName },
          sourceMap: false,
          legalComments: 'none',
        },
        tools: {
          rspack: {
            output: { library: { type: 'module' }, asyncChunks: false },
            resolve: { modules: [join(folder, 'node_modules'), 'node_modules'] },
          },
        },
      },
    })
    await (await rsbuild.build()).close()
    const built: unknown = await import(pathToFileURL(join(out, 'dist/skeletons.js')).href)
    return z.parse(Built, built).rendered
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

/** The longest drawing of a skeleton, in characters. A longer one would weigh more than the page around it. */
const maximumDrawingLength = 600

/** Removes closed dialogs, and the lines of long drawings. The box of a drawing stays. */
function removeHeavyParts(markup: string): string {
  const withoutDialogs = markup.replace(/<dialog(?![^>]* open)[^>]*>.*?<\/dialog>/gs, '')
  return withoutDialogs.replace(/(<svg[^>]*>)(.*?)<\/svg>/gs, (drawing, start: string, content: string) =>
    content.length > maximumDrawingLength ? `${start}</svg>` : drawing,
  )
}

/** The content security policy blocks `style` attributes in HTML, so each becomes a rule. */
function moveInlineStyles(markup: string): { html: string; rules: string } {
  const styles: string[] = []
  const html = markup.replace(/ style="([^"]*)"/g, (_, style: string) => {
    if (!styles.includes(style)) styles.push(style)
    return ` data-style="${styles.indexOf(style)}"`
  })
  return { html, rules: styles.map((style, index) => `#skeleton [data-style="${index}"]{${style.replaceAll('&quot;', '"')}}`).join('') }
}
