import { join } from 'node:path'
import { runWrangler } from '../lib/processes.ts'
import { withScratch } from '../lib/with-scratch.ts'

export interface BundleBudget {
  /** After gzip. Cloudflare refuses 10 MB; the largest worker, the generator's, has 317 KiB. */
  gzipKib: number
  /** Time to run the bundle's top level, on this machine. Cloudflare refuses a second. */
  startUpMs: number
}

const bundleBudget: BundleBudget = { gzipKib: 500, startUpMs: 400 }

export interface Bundle {
  gzipKib: number
  startUpMs: number
}

/** Bundles the worker of a wrangler configuration as a deployment does, and measures how long it takes to start in a local workerd. */
export async function measureBundle(configuration: string): Promise<Bundle> {
  const built = await runWrangler(['deploy', '--dry-run', '--config', configuration])
  const words = ['check', 'startup', '--config', configuration, `--args=--config ${configuration}`]
  const started = await withScratch((scratch) => runWrangler([...words, '--outfile', join(scratch, 'startup.cpuprofile')]))
  return { gzipKib: readNumber(built, /gzip: ([\d.]+) KiB/), startUpMs: readNumber(started, /Active: ([\d.]+) ms/) }
}

export function describeBundle({ gzipKib, startUpMs }: Bundle, budget = bundleBudget): string {
  return `bundle: ${Math.round(gzipKib)} of ${budget.gzipKib} KiB after gzip; start-up: ${Math.round(startUpMs)} of ${budget.startUpMs} ms`
}

export function isOverBudget({ gzipKib, startUpMs }: Bundle, budget = bundleBudget): boolean {
  return gzipKib > budget.gzipKib || startUpMs > budget.startUpMs
}

function readNumber(output: string, pattern: RegExp): number {
  const found = pattern.exec(output)?.[1]
  if (!found) throw new Error(`wrangler did not print ${pattern}:\n${output}`)
  return Number(found)
}
