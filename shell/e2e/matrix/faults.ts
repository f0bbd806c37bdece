import type { Route } from '@playwright/test'
import { describe, type Variant } from '../variants.ts'

export const parts = ['entry', 'chunk', 'CSS'] as const
export type Part = (typeof parts)[number]

/** How the answer goes wrong on its way; what was built is good. */
const onTheWay: Record<string, (route: Route, text: string, dripOrigin: string) => Promise<void>> = {
  refused: (route) => route.abort('connectionrefused'),
  '404': (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'not found' }),
  '500 with JSON': (route) => route.fulfill({ status: 500, json: { code: 'internal' } }),
  'HTML with 200': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Encre</title>' }),
  hang: (route, _, drip) => route.continue({ url: `${drip}/hang` }),
  drip: (route, _, drip) => route.continue({ url: `${drip}/drip` }),
  truncated: (route, _, drip) => route.continue({ url: `${drip}/truncate` }),
  'wrong bytes': (route, text) => fulfil(route, tamper(text, route.request().url())),
}

/** What a team can build and release, whole and signed: `[part, fault]`. A stylesheet cannot throw. */
const asBuilt: Record<string, Partial<Record<Part, (text: string) => string>>> = {
  'syntax error': {
    entry: (text) => `)}]${text}`,
    chunk: (text) => `)}]${text}`,
    CSS: (text) => `}}]{{${text}`,
  },
  'throws on load': {
    entry: (text) => `throw Error("matrix");${text}`,
    chunk: (text) => replace(text, /(\w\.r\(\w\)),(?=\w\.d\(\w,\{Remote:)/, '$1,(()=>{throw Error("matrix")})(),'),
  },
  'throws on render': {
    entry: (text) =>
      replace(text, /"\.\/remote":\(\)=>.*?\)\)\}/, '"./remote":()=>Promise.resolve(()=>({Remote(){throw Error("matrix")}}))}'),
    chunk: (text) => replace(text, /\{Remote:\(\)=>\w+\}/, '{Remote:()=>()=>{throw Error("matrix")}}'),
  },
}

export const faults = [...Object.keys(onTheWay), ...Object.keys(asBuilt)]

export function isPossible(part: Part, fault: string): boolean {
  return fault in onTheWay || asBuilt[fault]?.[part] !== undefined
}

export function fileOf({ release }: Variant, part: Part): string {
  return { entry: release.entry, chunk: release.scripts[0], CSS: release.styles[0] }[part] ?? ''
}

/** The variant as its team released it with this fault, if it is one that can be built. */
export function build(variant: Variant, part: Part, fault: string): Variant {
  const edit = asBuilt[fault]?.[part]
  if (!edit) return variant
  const file = fileOf(variant, part)
  return describe(variant.release, new Map(variant.files).set(file, edit(variant.files.get(file) ?? '')))
}

/** Answers for a file of the variant; the faulty one goes wrong. */
export function answer(route: Route, variant: Variant, { part, fault }: { part: Part; fault: string }, dripOrigin: string): Promise<void> {
  const file = new URL(route.request().url()).pathname.split('/').slice(4).join('/')
  const text = variant.files.get(file) ?? ''
  const disturb = file === fileOf(variant, part) ? onTheWay[fault] : undefined
  return disturb ? disturb(route, text, dripOrigin) : fulfil(route, text)
}

function fulfil(route: Route, body: string): Promise<void> {
  const css = new URL(route.request().url()).pathname.endsWith('.css')
  return route.fulfill({ contentType: css ? 'text/css' : 'text/javascript', body })
}

/** Runs or styles where integrity is not held. */
function tamper(text: string, url: string): string {
  return url.includes('.css') ? `:root{--tampered:1}${text}` : `globalThis.tampered=true;${text}`
}

function replace(text: string, pattern: RegExp, by: string): string {
  if (!pattern.test(text)) throw new Error(`the build has no ${pattern}`)
  return text.replace(pattern, by)
}
