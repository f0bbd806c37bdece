import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundleWorkers } from './site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the bundled workers. */
    bundles: string
  }
}

export default async function bundleOnce(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'encre-bundles-'))
  await bundleWorkers(folder)
  project.provide('bundles', folder)
  return () => rm(folder, { recursive: true, force: true })
}
