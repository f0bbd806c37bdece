import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Release } from '@encre/protocol/release'
import * as z from 'zod/mini'

const root = join(import.meta.dirname, '../..')

/** The files of one version of a remote, as its build wrote them. */
export interface Variant {
  release: Release
  files: Map<string, string>
}

/** The remote as it is built, under another version: class names, chunks and container are its own. */
export function createVariant(remote: string, version: string, edit: (text: string, file: string) => string = (text) => text): Variant {
  const folder = join(root, 'remotes', remote, 'dist')
  const built = z.parse(Release, JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')))
  const rename = (text: string) =>
    text.replaceAll(built.version, version).replaceAll(built.global, `${remote}_${version.replaceAll('-', '_')}`)
  const texts = Object.keys(built.files).map((file): [string, string] => [file, rename(readFileSync(join(folder, file), 'utf8'))])
  const release = { ...built, version, global: rename(built.global) }
  return describe(release, new Map(texts.map(([file, text]) => [file, edit(text, file)])))
}

/** Writes integrity and sizes anew, also where the entry names the chunks that it loads. */
export function describe(release: Release, files: Map<string, string>): Variant {
  const described = { ...release, files: { ...release.files } }
  const entry = release.entry
  for (const [file, text] of files) {
    if (file === entry) continue
    const before = described.files[file]?.integrity
    described.files[file] = describeFile(text)
    const now = described.files[file].integrity
    if (before && now !== before) files.set(entry, (files.get(entry) ?? '').replaceAll(before, now))
  }
  described.files[entry] = describeFile(files.get(entry) ?? '')
  return { release: described, files }
}

export function integrityOf(text: string): string {
  return `sha384-${createHash('sha384').update(text).digest('base64')}`
}

/** The variant in a folder, to be published from. */
export function writeVariant({ release, files }: Variant): string {
  const folder = mkdtempSync(join(tmpdir(), `encre-${release.version}-`))
  for (const [file, text] of [...files, ['release.json', JSON.stringify(release)] as const]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

function describeFile(text: string): { bytes: number; integrity: string } {
  return { bytes: Buffer.byteLength(text), integrity: integrityOf(text) }
}
