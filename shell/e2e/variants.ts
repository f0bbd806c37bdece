import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Release } from '@encre/protocol/release'
import { hashStyles, integrityOf } from '@encre/protocol/served-file'
import * as z from 'zod/mini'

const root = join(import.meta.dirname, '../..')

export interface Variant {
  release: Release
  files: Map<string, string>
}

/**
 * Copies the built remote under another version name, with its own class names, chunks, container
 * and skeletons. `edit` changes the texts of the files, and the HTML of the skeletons as
 * `skeleton.html`.
 */
export async function createVariant(
  remote: string,
  version: string,
  edit: (text: string, file: string) => string = (text) => text,
): Promise<Variant> {
  const folder = join(root, 'remotes', remote, 'dist')
  const built = z.parse(Release, JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')))
  const rename = (text: string) =>
    text
      .replaceAll(built.version, version)
      .replaceAll(built.global, `${remote}_${version.replaceAll('-', '_')}`)
  const texts = Object.keys(built.files).map((file): [string, string] => [
    file,
    rename(readFileSync(join(folder, file), 'utf8')),
  ])
  const skeletons = await Promise.all(
    Object.entries(built.skeletons ?? {}).map(async ([path, { html, css }]) => {
      const styles = rename(css)
      return [
        path,
        {
          html: edit(rename(html), 'skeleton.html'),
          css: styles,
          styleHash: await hashStyles(styles),
        },
      ] as const
    }),
  )
  const release = {
    ...built,
    version,
    global: rename(built.global),
    skeletons: Object.fromEntries(skeletons),
  }
  return describe(release, new Map(texts.map(([file, text]) => [file, edit(text, file)])))
}

/**
 * Updates sizes and integrity in the release, and the integrity of the chunks that the entry names.
 */
async function describe(release: Release, files: Map<string, string>): Promise<Variant> {
  const described = { ...release, files: { ...release.files } }
  const entry = release.entry
  for (const [file, text] of files) {
    if (file === entry) continue
    const before = described.files[file]?.integrity
    described.files[file] = await describeFile(text)
    const now = described.files[file].integrity
    if (before && now !== before) files.set(entry, (files.get(entry) ?? '').replaceAll(before, now))
  }
  described.files[entry] = await describeFile(files.get(entry) ?? '')
  return { release: described, files }
}

/** Writes the variant to a new folder, from which it can be published. */
export function writeVariant({ release, files }: Variant): string {
  const folder = mkdtempSync(join(tmpdir(), `encre-${release.version}-`))
  for (const [file, text] of [...files, ['release.json', JSON.stringify(release)] as const]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

async function describeFile(text: string): Promise<{ bytes: number; integrity: string }> {
  return { bytes: Buffer.byteLength(text), integrity: await integrityOf(text) }
}
