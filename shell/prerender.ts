import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRsbuild, type RsbuildConfig, type RsbuildPlugin } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import type { pages, render } from './src/prerender.tsx'

/** Builds the sources a second time, for Node, and writes the prerendered pages of `src/prerender.tsx` beside the site's page. */
export function pluginPrerender(shell: RsbuildConfig): RsbuildPlugin {
  return {
    name: 'encre-prerender',
    setup(api) {
      api.onAfterBuild(async () => {
        const dist = api.context.distPath
        const template = readFileSync(join(dist, 'index.html'), 'utf8')
        const { pages, render } = await buildForNode(shell)
        for (const { path, file } of pages) writeFileSync(join(dist, file), fillPage(template, path, await render(path)))
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
        // One file, because the folder is gone when a page is rendered.
        tools: { rspack: { output: { library: { type: 'module' }, asyncChunks: false } } },
      },
    })
    await (await rsbuild.build()).close()
    return await import(pathToFileURL(join(folder, 'prerender.js')).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Puts a rendered page into the built one: its head in place of the initial title and description, its body into the root. */
function fillPage(template: string, path: string, rendered: string): string {
  const [, title, description, body] = /^<title>(.*?)<\/title><meta name="description" content="(.*?)"\/>(.*)$/s.exec(rendered) ?? []
  if (!title || !description || !body) throw new Error(`${path} renders no title and description`)
  // `https://site.invalid` becomes the site's origin when the page is served.
  const url = `https://site.invalid${path}`
  const head = `<title>${title}</title><meta name="description" content="${description}"><link rel="canonical" href="${url}"><meta property="og:url" content="${url}">`
  const changes: [RegExp | string, (match: string, tag: string) => string][] = [
    [/<title data-initial[^>]*>.*?<\/title>/, () => head],
    [/<meta data-initial[^>]*>/, () => ''],
    [/(<meta property="?og:title"? content=)"[^"]*"/, (_, tag) => `${tag}"${title}"`],
    [/(<meta property="?og:description"? content=)"[^"]*"/, (_, tag) => `${tag}"${description}"`],
    ['<div id="root"></div>', () => `<div id="root">${body}</div>`],
  ]
  return changes.reduce((html, [place, replacement]) => {
    if (html.search(place) < 0) throw new Error(`the built page has no ${place}`)
    return html.replace(place, replacement)
  }, template)
}
