import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

const scratch = mkdtempSync(join(tmpdir(), 'encre-test-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Creates a folder with these files. It is deleted after the last test of the importing file. */
export function createFolder(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(`${scratch}/`)
  for (const [path, text] of Object.entries(files)) {
    writeIn(folder, path, text)
  }
  return folder
}

export function writeIn(folder: string, path: string, text = ''): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
