import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { extractCriticalCss } from '@encre/build/critical-css'
import { listPrerenderedPages, missingPage, type PrerenderedPage, remotePage } from '@encre/protocol/prerendered-page'
import { hashStyles, integrityOf } from '@encre/protocol/served-file'
import { createRsbuild, type RsbuildConfig, type RsbuildPlugin, type Rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import type { render } from './src/prerender.tsx'
import { shellRoutes } from './worker/registry/shells/shell-routes.ts'

/** Builds the sources a second time, for Node, and writes the prerendered pages of `src/prerender.tsx` into `pages/` of the build. */
export function pluginPrerender(shell: RsbuildConfig): RsbuildPlugin {
  return {
    name: 'encre-prerender',
    setup(api) {
      api.onAfterBuild(async ({ stats }) => {
        const dist = api.context.distPath
        const template = readFileSync(join(dist, 'index.html'), 'utf8')
        const { compilation } = stats as Rspack.Stats
        const stylesheet = readStylesheet(template, dist)
        const load: Load = (chunk, how) => loadingElements({ compilation, dist }, chunk, how)
        const { render } = await buildForNode(shell)
        for (const [file, page] of listPrerenderedPages(shellRoutes)) {
          const filled = fillPage(template, page, await render(page), await listElements(page, load))
          const html = await inlineStyles(filled, stylesheet)
          mkdirSync(dirname(join(dist, file)), { recursive: true })
          writeFileSync(join(dist, file), html)
        }
      })
    },
  }
}

async function buildForNode({ root, output }: RsbuildConfig): Promise<{ render: typeof render }> {
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

/**
 * The elements that load the chunks a page needs after its first paint: the app, React, and its own. A member's page needs the session's SDK
 * before them (`src/open-page.ts`), so the others have a low priority there.
 */
async function listElements({ path, announcesSession }: PrerenderedPage, load: Load): Promise<string[]> {
  const own = path === missingPage ? [] : [path === remotePage ? 'federation' : path === '/' ? 'examples' : path.slice(1)]
  return Promise.all(
    announcesSession
      ? [load('session', 'run'), ...['app', 'react', 'auth0', ...own].map((chunk) => load(chunk, 'preload-low'))]
      : ['app', 'react', ...own].map((chunk) => load(chunk, 'preload')),
  )
}

interface ShellBuild {
  compilation: Rspack.Compilation
  dist: string
}

type LoadMode = 'run' | 'preload' | 'preload-low'
type Load = (chunk: string, how: LoadMode) => Promise<string>

/**
 * Every attribute equals that of the later load, or the browser would fetch the file twice; only the priority may differ. A chunk that runs by
 * its own element runs right after the page's first script: `import()` finds the element by its address, and adds no other.
 */
async function loadingElements({ compilation, dist }: ShellBuild, chunk: string, how: LoadMode): Promise<string> {
  const scripts = [...(compilation.namedChunks.get(chunk)?.files ?? [])].filter((file) => file.endsWith('.js'))
  if (scripts.length === 0) throw new Error(`the build has no chunk ${chunk}`)
  const elements = scripts.map(async (file) => {
    const check = `integrity="${await integrityOf(readFileSync(join(dist, file)))}" crossorigin="anonymous"`
    if (how === 'run') return `<script defer src="/${file}" fetchpriority="high" ${check}></script>`
    return `<link href="/${file}" rel="preload" as="script"${how === 'preload-low' ? ' fetchpriority="low"' : ''} ${check}>`
  })
  return (await Promise.all(elements)).join('')
}

interface Stylesheet {
  link: string
  css: string
}

function readStylesheet(template: string, dist: string): Stylesheet {
  const [link, path] = /<link href="([^"]*\.css)" rel="stylesheet"[^>]*>/.exec(template) ?? []
  if (!link || !path) throw new Error('the built page has no stylesheet')
  return { link, css: readFileSync(join(dist, path), 'utf8') }
}

/** A remote's skeleton contains these, and the rules of the shell apply to them too. */
const skeletonElements = '<html><body><h1><h2><h3><p><li><dd><figure><figcaption><fieldset><svg><a><button><input><textarea><select>'

/** The rules of the first paint move into the head: it does not wait for a second round trip. The worker allows them by their hash. */
async function inlineStyles(html: string, { link, css }: Stylesheet): Promise<string> {
  const critical = extractCriticalCss(html + skeletonElements, [css])
  const style = `<style data-hash="${await hashStyles(critical)}">${critical}</style>`
  // The first script loads it as every other file: a stylesheet that hangs would hold back the scripts.
  const preload = link.replace('rel="stylesheet"', 'rel="preload" as="style"')
  return html.replace(link, () => style).replace('</body>', () => `${preload}</body>`)
}

/** Puts a rendered page into the built one: its head in place of the initial title and description, its body into the root. */
function fillPage(template: string, { path, announcesSession }: PrerenderedPage, rendered: string, elements: string[]): string {
  const [, title, description, body] = /^<title>(.*?)<\/title>(?:<meta name="description" content="(.*?)"\/>)?(.*)$/s.exec(rendered) ?? []
  if (!title || !body) throw new Error(`${path} renders no title`)
  const changes: [RegExp | string, (match: string, tag: string) => string][] = [
    [/<title data-initial[^>]*>.*?<\/title>/, () => `<title>${title}</title>${description ? describe(path, description) : ''}`],
    // The federation runtime, and with it all that runs after the first paint.
    [/<link [^>]*\/federation\.[^>]*>/, () => elements.join('')],
    [/(<meta property="?og:title"? content=)"[^"]*"/, (match, tag) => (description ? `${tag}"${title}"` : match)],
    [/(<meta property="?og:description"? content=)"[^"]*"/, (match, tag) => (description ? `${tag}"${description}"` : match)],
    [/<meta data-initial[^>]*>/, (match) => (description ? '' : match)],
    ['<div id="root"></div>', () => `<div id="root"${announcesSession ? ' data-session="announced"' : ''}>${body}</div>`],
  ]
  return changes.reduce((html, [place, replacement]) => {
    if (html.search(place) < 0) throw new Error(`the built page has no ${place}`)
    return html.replace(place, replacement)
  }, template)
}

/** What search engines and link previews read. `https://site.invalid` becomes the site's origin when the page is served. */
function describe(path: string, description: string): string {
  const url = `https://site.invalid${path}`
  return `<meta name="description" content="${description}"><link rel="canonical" href="${url}"><meta property="og:url" content="${url}">`
}
