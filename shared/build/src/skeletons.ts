import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Skeleton } from '@encre/protocol/release'
import { hashStyles } from '@encre/protocol/served-file'
import { findSkeletonDefects, prepareSkeletonHtml } from '@encre/releases/skeleton-check'
import { createRsbuild } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import * as z from 'zod/mini'
import { extractCriticalCss } from './critical-css.ts'

/**
 * Built with the components, because the remote's copy of React renders them. The program writes a
 * line before each page and one with it.
 */
function writeProgram(source: string): string {
  return `import { appendFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { skeletons } from ${JSON.stringify(source)}
const write = (line) => appendFileSync(process.argv[2], JSON.stringify(line) + '\\n')
for (const [path, element] of Object.entries(skeletons)) {
  if (element === null) continue
  write({ path })
  write({ path, html: renderToStaticMarkup(element) })
}`
}

const Line = z.object({ path: z.string(), html: z.optional(z.string()) })

interface Options {
  remote: string
  folder: string
  layer: string
  localIdentName: string
  stylesheets: string[]
  limitMs?: number
}

/**
 * By the path of their route; undefined without `skeletons.tsx`. Throws for a skeleton that the
 * registry would refuse, or that never ends.
 */
export async function renderSkeletons({
  remote,
  folder,
  layer,
  localIdentName,
  stylesheets,
  limitMs = 10_000,
}: Options): Promise<Record<string, Skeleton> | undefined> {
  const source = join(folder, 'skeletons.tsx')
  if (!existsSync(source)) return undefined
  const rendered = await buildAndRender({ remote, folder, localIdentName, limitMs }, source)
  const skeletons = rendered.map(async ({ path, html: markup }) => {
    const { html: moved, rules } = moveInlineStyles(replaceParts(removeHeavyParts(markup)))
    const html = prepareSkeletonHtml(moved, remote)
    const css = extractCriticalCss(html, stylesheets) + (rules && `@layer ${layer}{${rules}}`)
    const skeleton = { html, css, styleHash: await hashStyles(css) }
    const defects = await findSkeletonDefects(skeleton, remote)
    if (defects.length > 0)
      throw new Error(`The skeleton of ${path} in ${source}: ${defects.join('; ')}`)
    return [path, skeleton] as const
  })
  return Object.fromEntries(await Promise.all(skeletons))
}

type Rendered = { path: string; html: string }[]

async function buildAndRender(
  {
    remote,
    folder,
    localIdentName,
    limitMs,
  }: Pick<Options, 'remote' | 'folder' | 'localIdentName'> & { limitMs: number },
  source: string,
): Promise<Rendered> {
  const out = mkdtempSync(join(tmpdir(), 'encre-skeletons-'))
  const entry = join(out, 'entry.mjs')
  writeFileSync(entry, writeProgram(source))
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
            resolve: { modules: [...listModuleFolders(folder), 'node_modules'] },
          },
        },
      },
    })
    await (await rsbuild.build()).close()
    return await render(remote, join(out, 'dist/skeletons.js'), {
      results: join(out, 'rendered'),
      limitMs,
    })
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

/** The `node_modules` in which the remote finds React: its own, or one above it. */
function listModuleFolders(folder: string): string[] {
  return createRequire(join(folder, 'package.json')).resolve.paths('react-dom') ?? []
}

const memoryLimitMb = 256

/**
 * Runs the built program in a process of its own: a component of a remote may compute without end.
 * Throws one sentence if it fails.
 */
async function render(
  remote: string,
  program: string,
  { results, limitMs }: { results: string; limitMs: number },
): Promise<Rendered> {
  const words = [`--max-old-space-size=${memoryLimitMb}`, program, results]
  writeFileSync(results, '')
  const failure = await promisify(execFile)(process.execPath, words, {
    timeout: limitMs,
    killSignal: 'SIGKILL',
  }).then(
    () => null,
    (error: { killed: boolean; stderr: string }) => error,
  )
  const written = readFileSync(results, 'utf8').split('\n').filter(Boolean)
  const lines = written.map((line) => z.parse(Line, JSON.parse(line)))
  if (!failure) return lines.flatMap(({ path, html }) => (html === undefined ? [] : { path, html }))
  const page = lines.at(-1)?.path
  throw new Error(
    `${remote}: the skeleton${page ? ` of ${page}` : 's file'} ${describeFailure(failure, limitMs)}`,
  )
}

function describeFailure(
  { killed, stderr }: { killed: boolean; stderr: string },
  limitMs: number,
): string {
  if (killed) return `did not end within ${limitMs / 1000} s; does it compute without end?`
  if (stderr.includes('heap out of memory'))
    return `needs more than ${memoryLimitMb} MB of memory; does it create objects without end?`
  const missing = /^ReferenceError: (\w+) is not defined$/m.exec(stderr)?.[1]
  const remedy = missing
    ? `: skeletons are rendered in Node, which has no ${missing}. Use it in an effect; a module that uses it at once, such as that of a web component, is imported there: useEffect(() => void import('./it.ts'), [])`
    : ''
  return `throws ${/^\w*(?:Error|Exception)\b.*$/m.exec(stderr)?.[0] ?? stderr.trim().split('\n')[0]}${remedy}`
}

const maximumDrawingLength = 600

/** Removes closed dialogs, and the lines of long drawings. The box of a drawing stays. */
function removeHeavyParts(markup: string): string {
  const withoutDialogs = markup.replace(/<dialog(?![^>]* open)[^>]*>.*?<\/dialog>/gs, '')
  return withoutDialogs.replace(
    /(<svg[^>]*>)(.*?)<\/svg>/gs,
    (drawing, start: string, content: string) =>
      content.length > maximumDrawingLength ? `${start}</svg>` : drawing,
  )
}

/**
 * A password is asked for, and a web component works, only once the page's code runs. They keep
 * their place.
 */
function replaceParts(markup: string): string {
  const withoutPasswords = markup.replace(/<input[^>]* type="password"[^>]*>/g, (field) =>
    field
      .replace(/ (type|autocomplete|readonly)="[^"]*"/gi, '')
      .replace('<input', '<input type="text" readonly=""'),
  )
  return withoutPasswords.replace(
    /<(\/?)[a-z]+-[a-z0-9-]*([^>]*)>/g,
    (_, end: string, attributes: string) =>
      `<${end}span${/ (?:class|style)="[^"]*"/.exec(attributes)?.[0] ?? ''}>`,
  )
}

/** The content security policy blocks `style` attributes in HTML, so each becomes a rule. */
function moveInlineStyles(markup: string): { html: string; rules: string } {
  const styles: string[] = []
  const html = markup.replace(/ style="([^"]*)"/g, (_, style: string) => {
    if (!styles.includes(style)) styles.push(style)
    return ` data-style="${styles.indexOf(style)}"`
  })
  return {
    html,
    rules: styles
      .map(
        (style, index) => `#skeleton [data-style="${index}"]{${style.replaceAll('&quot;', '"')}}`,
      )
      .join(''),
  }
}
