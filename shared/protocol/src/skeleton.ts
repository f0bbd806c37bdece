import * as z from 'zod/mini'
import { hashStyles } from './style-hash.ts'

/** The largest size of a skeleton, its HTML and its styles together, in bytes after gzip. It is part of the first answer to every visitor. */
export const skeletonBudget = 6 * 1024

/**
 * What a page shows of a remote before the remote's code runs: HTML without scripts, in the classes of one version, and the rules of that
 * version's stylesheets that apply to it.
 */
export const Skeleton = z.object({
  html: z.string().check(z.minLength(1), z.maxLength(60_000)),
  css: z.string().check(z.maxLength(60_000)),
  /** The hash of `css` in a content security policy: `sha256-...`. */
  styleHash: z.string().check(z.regex(/^sha256-[A-Za-z0-9+/]{43}=$/)),
})
export type Skeleton = z.infer<typeof Skeleton>

/** Elements that show something and load nothing. */
const elements = new Set(
  `a abbr address article aside b blockquote br button caption cite circle clippath code col colgroup data dd defs del details dfn
  div dl dt ellipse em fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 header hgroup hr i input ins kbd label legend li
  line lineargradient main mark mask menu meter nav ol optgroup option output p path pattern polygon polyline progress q
  radialgradient rect s samp search section select small span stop strong sub summary sup svg symbol table tbody td text textarea
  tfoot th thead time title tr tspan u ul use var wbr`.split(/\s+/),
)
const tag = /<(\/?)([^\s/>]*)((?:\s+[^\s=>"']+(?:="[^"<>]*")?)*)\s*\/?>/g
/** Attributes that load, send or run something, or that the content security policy blocks. */
const forbiddenAttribute = /^(on.*|style|src|srcset|srcdoc|poster|data|action|formaction|method|ping|background|xmlns:.*|xlink:.*|is|slot)$/
const forbiddenCss = /<[/!]|@import|@font-face|url\(|image-set\(|expression\(/i

/** The reasons why a site does not show a skeleton, one sentence each. */
export async function findSkeletonDefects({ html, css, styleHash }: Skeleton): Promise<string[]> {
  const defects = [...findHtmlDefects(html)]
  const [forbidden] = forbiddenCss.exec(css) ?? []
  if (forbidden) defects.push(`its styles contain ${forbidden}`)
  if (styleHash !== (await hashStyles(css))) defects.push('its hash is not that of its styles')
  const bytes = await sizeOfSkeleton({ html, css })
  if (bytes > skeletonBudget) defects.push(`it has ${bytes} bytes after gzip, the budget is ${skeletonBudget}`)
  return defects
}

/** Bytes after gzip. */
async function sizeOfSkeleton({ html, css }: Pick<Skeleton, 'html' | 'css'>): Promise<number> {
  const compressed = new Blob([css, html]).stream().pipeThrough(new CompressionStream('gzip'))
  return (await new Response(compressed).arrayBuffer()).byteLength
}

function findHtmlDefects(html: string): Set<string> {
  const defects = new Set<string>()
  let headings = 0
  for (const [, , name = '', attributes = ''] of html.matchAll(tag)) {
    if (name === 'h1') headings += 1
    if (!elements.has(name.toLowerCase())) defects.add(`it contains <${name}>`)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/([^\s=>"']+)(?:="([^"]*)")?/g)) {
      if (forbiddenAttribute.test(attribute.toLowerCase())) defects.add(`it has the attribute ${attribute}`)
      // A path of this site, or a part of the same drawing.
      else if (attribute.toLowerCase() === 'href' && !/^(\/(?![/\\])|#)/.test(value)) defects.add(`it has a link to ${value}`)
    }
  }
  if (/[<>]/.test(html.replaceAll(tag, ''))) defects.add('it is not plain HTML')
  if (headings === 0) defects.add('it has no <h1> with the title of the page')
  return defects
}
