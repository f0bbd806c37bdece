import type { Route } from '@playwright/test'
import { describe, type Variant } from '../variants.ts'

export const parts = ['entry', 'chunk', 'CSS'] as const
export type Part = (typeof parts)[number]

/**
 * Faults on the way to the browser; the build itself works. `files.spec.ts` has the other ways for
 * a file to get lost.
 */
const transportFaults: Record<string, (route: Route, text: string) => Promise<void>> = {
  refused: (route) => route.abort('connectionrefused'),
  hang: async () => {},
  'wrong bytes': (route, text) => fulfil(route, tamper(text, route.request().url())),
}

/**
 * Faults of a build that a team can release, with its integrity: fault -> part. A stylesheet cannot
 * throw.
 */
const buildFaults: Record<string, Partial<Record<Part, (text: string) => string>>> = {
  'syntax error': {
    entry: (text) => `)}]${text}`,
    chunk: (text) => `)}]${text}`,
    CSS: (text) => `}}]{{${text}`,
  },
  'throws on load': {
    entry: (text) => `throw Error("matrix");${text}`,
    chunk: throwOnLoad,
  },
  'throws on render': {
    entry: (text) =>
      replace(
        text,
        /"\.\/remote":\(\)=>.*?\)\)\}/,
        '"./remote":()=>Promise.resolve(()=>({Remote(){throw Error("matrix")}}))}',
      ),
    chunk: (text) =>
      replace(text, /\{Remote:\(\)=>[\w$]+\}/, '{Remote:()=>()=>{throw Error("matrix")}}'),
  },
}

export const faults = [...Object.keys(transportFaults), ...Object.keys(buildFaults)]

export function isPossible(part: Part, fault: string): boolean {
  return fault in transportFaults || buildFaults[fault]?.[part] !== undefined
}

function fileOf({ release }: Variant, part: Part): string {
  return { entry: release.entry, chunk: release.scripts[0], CSS: release.styles[0] }[part] ?? ''
}

/** The variant with this fault in its build. A transport fault leaves the build as it is. */
export async function build(variant: Variant, part: Part, fault: string): Promise<Variant> {
  const edit = buildFaults[fault]?.[part]
  if (!edit) return variant
  const file = fileOf(variant, part)
  return describe(
    variant.release,
    new Map(variant.files).set(file, edit(variant.files.get(file) ?? '')),
  )
}

/** Answers a request for a file of the variant, with the fault if it is the faulty file. */
export function answer(
  route: Route,
  variant: Variant,
  { part, fault }: { part: Part; fault: string },
): Promise<void> {
  const file = new URL(route.request().url()).pathname.split('/').slice(4).join('/')
  const text = variant.files.get(file) ?? ''
  const answerWithFault = file === fileOf(variant, part) ? transportFaults[fault] : undefined
  return answerWithFault ? answerWithFault(route, text) : fulfil(route, text)
}

function fulfil(route: Route, body: string): Promise<void> {
  const css = new URL(route.request().url()).pathname.endsWith('.css')
  return route.fulfill({ contentType: css ? 'text/css' : 'text/javascript', body })
}

/** Leaves a trace in the page if the browser ignores the integrity. */
function tamper(text: string, url: string): string {
  return url.includes('.css') ? `:root{--tampered:1}${text}` : `globalThis.tampered=true;${text}`
}

/**
 * Makes the module that exports the remote throw when it runs. The minifier's names may contain
 * `$`.
 */
export function throwOnLoad(text: string): string {
  return replace(
    text,
    /([\w$]+\.r\([\w$]+\)),(?=[\w$]+\.d\([\w$]+,\{Remote:)/,
    '$1,(()=>{throw Error("matrix")})(),',
  )
}

function replace(text: string, pattern: RegExp, by: string): string {
  if (!pattern.test(text)) throw new Error(`the build has no ${pattern}`)
  return text.replace(pattern, by)
}
