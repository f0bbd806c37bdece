import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRsbuild, type RsbuildConfig, type RsbuildPlugin } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import type { pages, render } from './src/prerender.tsx'

const emptyRoot = '<div id="root"></div>'

/** After the build of the site's page, builds the same sources once more for Node and writes the pages of `src/prerender.tsx` beside it. */
export function pluginPrerender(shell: RsbuildConfig): RsbuildPlugin {
  return {
    name: 'encre-prerender',
    setup(api) {
      api.onAfterBuild(async () => {
        const dist = api.context.distPath
        const bare = readFileSync(join(dist, 'index.html'), 'utf8')
        const { pages, render } = await buildForNode(shell)
        for (const page of pages) writeFileSync(join(dist, page.file), fillPage(bare, { ...page, markup: render(page.path) }))
      })
    },
  }
}

async function buildForNode({ root, output }: RsbuildConfig): Promise<{ pages: typeof pages; render: typeof render }> {
  const folder = mkdtempSync(join(tmpdir(), 'encre-prerender-'))
  try {
    const rsbuild = await createRsbuild({
      ...(root && { cwd: root }),
      config: {
        ...(root && { root }),
        mode: 'production',
        logLevel: 'error',
        plugins: [pluginReact()],
        source: { entry: { prerender: './src/prerender.tsx' } },
        output: {
          target: 'node',
          distPath: { root: folder },
          copy: [],
          // The same names as in the stylesheets of the page.
          ...(output?.cssModules && { cssModules: output.cssModules }),
          sourceMap: false,
          legalComments: 'none',
        },
        server: { publicDir: false },
        tools: { rspack: { output: { library: { type: 'module' } } } },
      },
    })
    await (await rsbuild.build()).close()
    return await import(pathToFileURL(join(folder, 'prerender.js')).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Page {
  path: string
  title: string
  description: string
  markup: string
}

/** Puts a page's own words and markup into the bare one. `https://site.invalid` becomes the site's origin when the page is served. */
function fillPage(bare: string, { path, title, description, markup }: Page): string {
  const url = `https://site.invalid${path}`
  const changes: [RegExp | string, string][] = [
    [
      /<title>.*?<\/title>/,
      `<title>${escapeHtml(title)}</title><link rel="canonical" href="${url}"><meta property="og:url" content="${url}">`,
    ],
    [/(<meta name="?description"? content=)"[^"]*"/, `$1"${escapeHtml(description)}"`],
    [/(<meta property="?og:title"? content=)"[^"]*"/, `$1"${escapeHtml(title)}"`],
    [/(<meta property="?og:description"? content=)"[^"]*"/, `$1"${escapeHtml(description)}"`],
  ]
  const head = changes.reduce((html, [place, words]) => {
    if (html.search(place) < 0) throw new Error(`the built page has no ${place}`)
    return html.replace(place, words)
  }, bare)
  if (!head.includes(emptyRoot)) throw new Error(`the built page has no ${emptyRoot}`)
  return head.replace(emptyRoot, () => `<div id="root">${markup}</div>`)
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
