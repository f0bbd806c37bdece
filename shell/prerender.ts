import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { extractCriticalCss } from '@encre/build/critical-css'
import {
  listPrerenderedPages,
  missingPage,
  type PrerenderedPage,
  remotePage,
} from '@encre/protocol/prerendered-page'
import { hashStyles, integrityOf } from '@encre/protocol/served-file'
import { createRsbuild, type RsbuildConfig, type RsbuildPlugin, type Rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import type { render } from './src/prerender.tsx'
import { shellRoutes } from './worker/registry/shells/shell-routes.ts'

/**
 * Builds the sources a second time, for Node, and writes the prerendered pages of
 * `src/prerender.tsx` into `pages/` of the build.
 */
export function pluginPrerender(shell: RsbuildConfig): RsbuildPlugin {
  return {
    name: 'encre-prerender',
    setup(api) {
      api.onAfterBuild(async ({ stats }) => {
        const { compilation } = stats as Rspack.Stats
        await prerender(shell, { compilation, dist: api.context.distPath })
      })
    },
  }
}

interface ShellBuild {
  compilation: Rspack.Compilation
  /** The folder of the built files. */
  dist: string
}

async function prerender(shell: RsbuildConfig, build: ShellBuild): Promise<void> {
  const template = readFileSync(join(build.dist, 'index.html'), 'utf8')
  const styles = await readStyles(template, build)
  const { render } = await buildForNode(shell)
  for (const [file, page] of listPrerenderedPages(shellRoutes)) {
    const rendered = splitRendered(page.path, await render(page))
    const scripts = await writeScripts(build, listLoads(page))
    const html = await inlineStyles(fillPage(template, page, rendered, scripts), styles)
    const path = join(build.dist, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, html)
  }
}

async function buildForNode({
  root,
  output,
  resolve,
}: RsbuildConfig): Promise<{ render: typeof render }> {
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
        ...(resolve?.dedupe && { resolve: { dedupe: resolve.dedupe } }),
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
 * `run`: an element of its own runs the chunk. `preload`: it is downloaded for the `import()` that
 * comes later.
 */
type LoadMode = 'run' | 'preload' | 'preload-low'

interface Load {
  chunk: string
  mode: LoadMode
}

/**
 * The chunks that a page needs after its first paint: the app, React, and its own. A member's page
 * needs the session's SDK before them (`src/open-page.ts`), so the others have a low priority
 * there.
 */
function listLoads({ path, announcesSession }: PrerenderedPage): Load[] {
  const own = chunkOf(path)
  const chunks = ['app', 'react']
  if (announcesSession) chunks.push('auth0')
  if (own) chunks.push(own)
  if (!announcesSession) return chunks.map((chunk) => ({ chunk, mode: 'preload' }))
  return [
    { chunk: 'session', mode: 'run' },
    ...chunks.map((chunk): Load => ({ chunk, mode: 'preload-low' })),
  ]
}

/** The chunk of the page itself. Null for a page that is part of the app. */
function chunkOf(path: string): string | null {
  if (path === missingPage) return null
  if (path === remotePage) return 'federation'
  if (path === '/') return 'examples'
  return path.slice(1)
}

async function writeScripts(build: ShellBuild, loads: Load[]): Promise<string> {
  const elements: string[] = []
  for (const { chunk, mode } of loads) {
    for (const file of listFiles(build, chunk, '.js')) {
      elements.push(await writeLoad(build.dist, file, mode))
    }
  }
  return elements.join('')
}

function listFiles({ compilation }: ShellBuild, chunk: string, extension: string): string[] {
  const files = [...(compilation.namedChunks.get(chunk)?.files ?? [])].filter((file) =>
    file.endsWith(extension),
  )
  if (files.length === 0) throw new Error(`the build has no ${extension} file of ${chunk}`)
  return files
}

/**
 * Every attribute equals that of the later load, or the browser would fetch the file twice; only
 * the priority may differ. A chunk that runs by its own element runs right after the page's first
 * script: `import()` finds the element by its address, and adds no other.
 */
async function writeLoad(dist: string, file: string, mode: LoadMode): Promise<string> {
  const integrity = await integrityOf(readFileSync(join(dist, file)))
  const check = `integrity="${integrity}" crossorigin="anonymous"`
  if (mode === 'run') return `<script defer src="/${file}" fetchpriority="high" ${check}></script>`
  const priority = mode === 'preload-low' ? ' fetchpriority="low"' : ''
  const as = file.endsWith('.css') ? 'style' : 'script'
  return `<link href="/${file}" rel="preload" as="${as}"${priority} ${check}>`
}

interface Styles {
  link: string
  /** `worker/pages/page-html.ts` holds them back in a member's skeleton. */
  typefaces: string
  /** The rules for elements. */
  base: string
  classes: string
  preload: string
}

const typeface = /@font-face\{[^}]*url\([^}]*\}/g

async function readStyles(template: string, build: ShellBuild): Promise<Styles> {
  const [link, path] = /<link href="([^"]*\.css)" rel="stylesheet"[^>]*>/.exec(template) ?? []
  const [file] = listFiles(build, 'classes', '.css')
  if (!link || !path || !file) throw new Error('the built page has no stylesheet')
  const css = readFileSync(join(build.dist, path), 'utf8')
  const typefaces = css.match(typeface)?.join('')
  if (!typefaces) throw new Error('the stylesheet has no typeface')
  return {
    link,
    typefaces,
    base: css.replaceAll(typeface, ''),
    classes: readFileSync(join(build.dist, file), 'utf8'),
    preload: await writeLoad(build.dist, file, 'preload'),
  }
}

/**
 * The rules of the first paint move into the head: it does not wait for a second round trip. The
 * worker allows them by their hash. Those for elements are there as a whole and never load again:
 * that would style every element a second time, and lay out every line.
 */
async function inlineStyles(
  html: string,
  { link, typefaces, base, classes, preload }: Styles,
): Promise<string> {
  const css = base + extractCriticalCss(html, [classes])
  const style =
    `<style data-hash="${await hashStyles(typefaces)}" data-typefaces>${typefaces}</style>` +
    `<style data-hash="${await hashStyles(css)}">${css}</style>`
  // It comes with the app: a stylesheet that hangs would hold back the scripts.
  return html.replace(link, () => style).replace('</body>', () => `${preload}</body>`)
}

interface RenderedPage {
  title: string
  /** Null for a page that no search engine lists. */
  description: string | null
  body: string
}

/** React writes the title first, then the description if the page has one. */
function splitRendered(path: string, rendered: string): RenderedPage {
  const parts =
    /^<title>(?<title>.*?)<\/title>(?:<meta name="description" content="(?<description>.*?)"\/>)?(?<body>.*)$/s.exec(
      rendered,
    )
  const { title, description, body } = parts?.groups ?? {}
  if (!title || !body) throw new Error(`${path} renders no title`)
  return { title, description: description ?? null, body }
}

// The places of the built page, `src/index.html`, that each page fills.
const initialTitle = /<title data-initial[^>]*>.*?<\/title>/
const initialDescription = /<meta data-initial[^>]*>/
const sharedTitle = /(<meta property="?og:title"? content=)"[^"]*"/
const sharedDescription = /(<meta property="?og:description"? content=)"[^"]*"/
const runtimeLink = /<link [^>]*\/federation\.[^>]*>/
const emptyRoot = '<div id="root"></div>'

/**
 * Puts a rendered page into the built one: its head in place of the initial title and description,
 * its body into the root.
 */
function fillPage(
  template: string,
  { path, announcesSession }: PrerenderedPage,
  rendered: RenderedPage,
  scripts: string,
): string {
  const { title, description, body } = rendered
  const session = announcesSession ? ' data-session="announced"' : ''
  // The federation runtime, and with it all that runs after the first paint.
  let html = replaceIn(template, runtimeLink, () => scripts)
  if (description === null) {
    html = replaceIn(html, initialTitle, () => `<title>${title}</title>`)
  } else {
    html = replaceIn(
      html,
      initialTitle,
      () => `<title>${title}</title>${describe(path, description)}`,
    )
    html = replaceIn(html, initialDescription, () => '')
    html = replaceIn(html, sharedTitle, (start) => `${start}"${title}"`)
    html = replaceIn(html, sharedDescription, (start) => `${start}"${description}"`)
  }
  return replaceIn(html, emptyRoot, () => `<div id="root"${session}>${body}</div>`)
}

/** `replacement` receives the first group of the place. */
function replaceIn(
  html: string,
  place: RegExp | string,
  replacement: (group: string) => string,
): string {
  if (html.search(place) < 0) throw new Error(`the built page has no ${place}`)
  return html.replace(place, (_, group: string) => replacement(group))
}

/**
 * What search engines and link previews read. `https://site.invalid` becomes the site's origin when
 * the page is served.
 */
function describe(path: string, description: string): string {
  const url = `https://site.invalid${path}`
  return [
    `<meta name="description" content="${description}">`,
    `<link rel="canonical" href="${url}">`,
    `<meta property="og:url" content="${url}">`,
  ].join('')
}
