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
  {
    text: 'Open `shell/src/main.tsx`, then `page.css` and `docs/decisions/013`.',
    missing: ['shell/src/main.tsx', 'page.css', 'docs/decisions/013'],
  },
  {
    text: '`shell/src/app.tsx` `app.tsx` `<name>/src/*.tsx` `shell/{src,worker}/app.tsx` `docs/decisions/012`',
    missing: [],
  },
  {
    text: '`npm start` `.ts` `/api/health` `@encre/ui/button` `.data/8787/secrets.json` `dist/main.ts` `release.json`',
    missing: [],
  },
  {
    text: '```mermaid\na["app<br/>shell/src/app.tsx"] --> b["page<br/>shell/src/pages/"]\n```\n',
    missing: ['shell/src/pages/'],
  },
  {
    text: '[a](docs/decisions/012-ink.md#012-ink-and-paper) [b](#encre) <img src="shell/src/app.tsx"> [c](https://example.com/x)\n# Encre',
    missing: [],
  },
  {
    text: '[a](docs/decisions/012-pen.md) [b](docs/decisions/012-ink.md#pen)',
    missing: ['docs/decisions/012-pen.md', 'docs/decisions/012-ink.md#pen'],
  },
  {
    text: '[a](#commands) <source srcset="dark.webp">',
    missing: ['#commands', 'dark.webp'],
  },
  {
    text: '`npm run dev gallery`, `npm run bench`, `npm run deploy gallery`',
    missing: ['npm run deploy'],
  },
])('in the document $text, finds what does not exist', ({ text, missing }) => {
  write('README.md', text)
  expect(findBrokenReferences(folder)).toEqual(
    missing.map((name) => `README.md: there is no ${name}`),
  )
})

test.each([
  { text: '- a wait: `shell/src/waits.ts` (`longestMs`, `shortestMs`)', missing: [] },
  { text: '`waits.ts` (`longestMs`)', missing: [] },
  { text: '`shell/src/waits.ts` (`longest`)', missing: ['`longest` in shell/src/waits.ts'] },
  {
    text: '`shell/src/waits.ts`\n  (`longestMs`, `middleMs`)',
    missing: ['`middleMs` in shell/src/waits.ts'],
  },
  { text: '`shell/src/app.tsx` (a page, `longestMs`)', missing: [] },
])('in the document $text, finds constants that the file lacks', ({ text, missing }) => {
  writeIn(folder, 'shell/src/waits.ts', 'export const longestMs = 2\nconst shortestMs = 1\n')
  write('README.md', text)
  expect(findBrokenReferences(folder)).toEqual(
    missing.map((name) => `README.md: there is no ${name}`),
  )
})

test('reports an npm command that README.md does not name', () => {
  write('README.md', 'Run `npm run dev gallery`.')
  expect(findUnlistedCommands(folder)).toEqual(['README.md: the tables lack npm run bench'])
})
