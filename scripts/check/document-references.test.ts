import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBrokenReferences, findUnlistedCommands } from './document-references.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'encre-documents-'))
  mkdirSync(join(folder, 'shell/src'), { recursive: true })
  mkdirSync(join(folder, 'docs/decisions'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "scripts": { "dev": "", "bench": "", "postinstall": "" } }')
  writeFileSync(join(folder, 'shell/src/app.tsx'), '')
  writeFileSync(join(folder, 'docs/decisions/012-ink.md'), '')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('reports a path that does not exist, in the document that names it', () => {
  writeFileSync(join(folder, 'docs/README.md'), 'Open `shell/src/main.tsx`, then `page.css` and `docs/decisions/013`.')
  expect(findBrokenReferences(folder)).toEqual([
    'docs/README.md: there is no shell/src/main.tsx',
    'docs/README.md: there is no page.css',
    'docs/README.md: there is no docs/decisions/013',
  ])
})

test('accepts paths from the root, from the document and by file name, placeholders and numbers of decisions', () => {
  writeFileSync(
    join(folder, 'docs/README.md'),
    '`shell/src/app.tsx` `app.tsx` `<name>/src/*.tsx` `shell/{src,worker}/app.tsx` `docs/decisions/012`',
  )
  writeFileSync(join(folder, 'shell/README.md'), '`src/app.tsx` `src/`')
  expect(findBrokenReferences(folder)).toEqual([])
})

test('ignores commands, URL paths, packages and files that a command writes', () => {
  writeFileSync(
    join(folder, 'README.md'),
    '`npm start` `.ts` `/api/health` `@encre/ui/button` `.data/8787/secrets.json` `dist/main.ts` `release.json`',
  )
  expect(findBrokenReferences(folder)).toEqual([])
})

test('reports a path of a diagram that does not exist', () => {
  writeFileSync(join(folder, 'README.md'), '```mermaid\na["app<br/>shell/src/app.tsx"] --> b["page<br/>shell/src/pages/"]\n```\n')
  expect(findBrokenReferences(folder)).toEqual(['README.md: there is no shell/src/pages/'])
})

test('reports a link to a file or a heading that does not exist', () => {
  writeFileSync(join(folder, 'docs/decisions/012-ink.md'), '# 012 Ink, and `paper`\n')
  writeFileSync(
    join(folder, 'README.md'),
    `# Encre
[a](docs/decisions/012-ink.md#012-ink-and-paper) [b](#encre) [c](https://example.com/x) <img src="shell/src/app.tsx">
[d](docs/decisions/012-pen.md) [e](docs/decisions/012-ink.md#pen) [f](#commands) <source srcset="dark.webp">`,
  )
  expect(findBrokenReferences(folder)).toEqual([
    'README.md: there is no docs/decisions/012-pen.md',
    'README.md: there is no docs/decisions/012-ink.md#pen',
    'README.md: there is no #commands',
    'README.md: there is no dark.webp',
  ])
})

test('reports an npm command that package.json does not have', () => {
  writeFileSync(join(folder, 'README.md'), '`npm run dev gallery`, `npm run bench`, `npm run deploy gallery`')
  expect(findBrokenReferences(folder)).toEqual(['README.md: there is no npm run deploy'])
})

test('reports an npm command that README.md does not name', () => {
  writeFileSync(join(folder, 'README.md'), 'Run `npm run dev gallery`.')
  expect(findUnlistedCommands(folder)).toEqual(['README.md: the tables lack npm run bench'])
})
