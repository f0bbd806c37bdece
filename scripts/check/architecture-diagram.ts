import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import * as z from 'zod'

const WorkerConfig = z.object({
  name: z.string(),
  services: z.optional(z.array(z.object({ service: z.string() }))),
  d1_databases: z.optional(z.array(z.object({ database_name: z.string() }))),
  r2_buckets: z.optional(z.array(z.object({ bucket_name: z.string() }))),
  durable_objects: z.optional(z.object({ bindings: z.array(z.object({ class_name: z.string(), script_name: z.optional(z.string()) })) })),
})

/** `a & b -->|label| c` */
const arrowPattern = /^\s*([\w &]+?)\s*(?:-->|-\.->)(?:\|[^|]*\|)?\s*([\w &]+?)\s*$/

/** Arrows: the remotes that the shell loads, the contracts that remotes import, service bindings, and the stores of a worker. */
export function findDiagramErrors(folder: string): string[] {
  const drawn = readDiagram(readFileSync(join(folder, 'README.md'), 'utf8'))
  const real = readArrows(folder)
  return [
    ...[...real]
      .filter((arrow) => !drawn.has(arrow))
      .sort()
      .map((arrow) => `README.md: the diagram lacks ${arrow}`),
    ...[...drawn]
      .filter((arrow) => !real.has(arrow))
      .sort()
      .map((arrow) => `README.md: the diagram has ${arrow}, and the code has not`),
  ]
}

function readDiagram(markdown: string): Set<string> {
  const diagram = /^```mermaid\n(.*?)^```$/ms.exec(markdown)?.[1] ?? ''
  const labels = new Map<string, string[]>()
  for (const [, id = '', label = ''] of diagram.matchAll(/^\s*(\w+)\[\(?"([^"]+)"\)?\]$/gm)) labels.set(id, label.split('<br>'))
  const named = (ids: string) => ids.split('&').flatMap((id) => labels.get(id.trim()) ?? [`unknown node ${id.trim()}`])
  return new Set(
    diagram.split('\n').flatMap((line) => {
      const [, from, to] = arrowPattern.exec(line) ?? []
      return from && to ? named(from).flatMap((one) => named(to).map((other) => `${one} -> ${other}`)) : []
    }),
  )
}

function readArrows(folder: string): Set<string> {
  const remotes = globSync('remotes/*/package.json', { cwd: folder }).map((path) => path.replace('/package.json', ''))
  return new Set([
    ...remotes.map((remote) => `shell/src -> ${remote}`),
    ...remotes.flatMap((remote) => listImportedContracts(folder, remote).map((worker) => `${remote} -> ${worker}`)),
    ...readBindings(folder),
  ])
}

function listImportedContracts(folder: string, remote: string): string[] {
  const sources = globSync(`${remote}/src/**/*.{ts,tsx}`, { cwd: folder }).map((path) => readFileSync(join(folder, path), 'utf8'))
  const imports = sources.flatMap((source) => [...source.matchAll(/from '@encre\/([\w-]+)-worker\/contract'/g)])
  return [...new Set(imports.map(([, worker]) => `workers/${worker}`))]
}

/** `workers/local` is never deployed. */
function readBindings(folder: string): string[] {
  const workers = globSync('{shell,workers/*}/wrangler.jsonc', { cwd: folder, exclude: ['workers/local/**'] }).map((path) => ({
    node: path === 'shell/wrangler.jsonc' ? 'shell/worker' : path.replace('/wrangler.jsonc', ''),
    config: WorkerConfig.parse(parse(readFileSync(join(folder, path), 'utf8'))),
  }))
  const nodes = new Map(workers.map(({ node, config }) => [config.name, node]))
  return workers.flatMap(({ node, config }) => {
    const { services = [], d1_databases = [], r2_buckets = [], durable_objects = { bindings: [] } } = config
    return [
      ...services.map(({ service }) => nodes.get(service) ?? service),
      ...d1_databases.map(({ database_name }) => `D1 ${database_name}`),
      ...r2_buckets.map(({ bucket_name }) => `R2 ${bucket_name}`),
      ...durable_objects.bindings.map(({ class_name }) => `Durable Object ${class_name}`),
    ].map((target) => `${node} -> ${target}`)
  })
}
