import { beforeEach, expect, test } from 'vitest'
import { createFolder, writeIn } from '../lib/testing/scratch-folder.ts'
import { findBrokenReferences, findUnlistedCommands } from './document-references.ts'

let folder: string
beforeEach(() => {
  folder = createFolder({
    'package.json': '{ "scripts": { "dev": "", "bench": "", "postinstall": "" } }',
    'shell/src/app.tsx': '',
    'docs/decisions/012-ink.md': '# 012 Ink, and `paper`\n',
  })
})

const write = (path: string, text: string) => writeIn(folder, path, text)

test.each([
  [
    'Open `shell/src/main.tsx`, then `page.css` and `docs/decisions/013`.',
    'shell/src/main.tsx',
    'page.css',
    'docs/decisions/013',
  ],
  [
    '`shell/src/app.tsx` `app.tsx` `<name>/src/*.tsx` `shell/{src,worker}/app.tsx` `docs/decisions/012`',
  ],
  [
    '`npm start` `.ts` `/api/health` `@encre/ui/button` `.data/8787/secrets.json` `dist/main.ts` `release.json`',
  ],
  [
    '```mermaid\na["app<br/>shell/src/app.tsx"] --> b["page<br/>shell/src/pages/"]\n```\n',
    'shell/src/pages/',
  ],
  [
    '[a](docs/decisions/012-ink.md#012-ink-and-paper) [b](#encre) <img src="shell/src/app.tsx"> [c](https://example.com/x)\n# Encre',
  ],
  [
    '[a](docs/decisions/012-pen.md) [b](docs/decisions/012-ink.md#pen)',
    'docs/decisions/012-pen.md',
    'docs/decisions/012-ink.md#pen',
  ],
  ['[a](#commands) <source srcset="dark.webp">', '#commands', 'dark.webp'],
  ['`npm run dev gallery`, `npm run bench`, `npm run deploy gallery`', 'npm run deploy'],
])('in the document %j, finds what does not exist', (text, ...missing) => {
  write('README.md', text)
  expect(findBrokenReferences(folder)).toEqual(
    missing.map((name) => `README.md: there is no ${name}`),
  )
})

test('reports an npm command that README.md does not name', () => {
  write('README.md', 'Run `npm run dev gallery`.')
  expect(findUnlistedCommands(folder)).toEqual(['README.md: the tables lack npm run bench'])
})
