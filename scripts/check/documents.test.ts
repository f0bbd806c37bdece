import { beforeEach, expect, test } from 'vitest'
import { createFolder, writeIn } from '../lib/testing/scratch-folder.ts'
import { findDiagramErrors } from './architecture-diagram.ts'
import { findIncompleteDecisions } from './decision-records.ts'
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

test('reports a decision without its number, a part or its line in the list, and a number that occurs twice', () => {
  const record = '# 012 Ink\n\n**Decision.** Black.\n\n**Why.** It lasts.\n\n**Alternatives.** Blue.\n\n**Revisit** when it fades.\n'
  write('docs/decisions/README.md', '[one](012-ink.md)')
  write('docs/decisions/012-ink.md', record)
  expect(findIncompleteDecisions(folder)).toEqual([])
  write('docs/decisions/README.md', '[one](012-ink.md) [other](012-pen.md)')
  write('docs/decisions/012-pen.md', record)
  write('docs/decisions/013-paper.md', record.replace('**Alternatives.** Blue.\n\n', ''))
  expect(findIncompleteDecisions(folder).map((line) => line.replace('docs/decisions/', ''))).toEqual([
    '012-ink.md: another record has its number',
    '012-pen.md: another record has its number',
    '013-paper.md: its title must begin with # 013',
    '013-paper.md: it has no paragraph **Alternatives**',
    '013-paper.md: docs/decisions/README.md does not list it',
  ])
})

test.each([
  ['Open `shell/src/main.tsx`, then `page.css` and `docs/decisions/013`.', 'shell/src/main.tsx', 'page.css', 'docs/decisions/013'],
  ['`shell/src/app.tsx` `app.tsx` `<name>/src/*.tsx` `shell/{src,worker}/app.tsx` `docs/decisions/012`'],
  ['`npm start` `.ts` `/api/health` `@encre/ui/button` `.data/8787/secrets.json` `dist/main.ts` `release.json`'],
  ['```mermaid\na["app<br/>shell/src/app.tsx"] --> b["page<br/>shell/src/pages/"]\n```\n', 'shell/src/pages/'],
  ['[a](docs/decisions/012-ink.md#012-ink-and-paper) [b](#encre) <img src="shell/src/app.tsx"> [c](https://example.com/x)\n# Encre'],
  ['[a](docs/decisions/012-pen.md) [b](docs/decisions/012-ink.md#pen)', 'docs/decisions/012-pen.md', 'docs/decisions/012-ink.md#pen'],
  ['[a](#commands) <source srcset="dark.webp">', '#commands', 'dark.webp'],
  ['`npm run dev gallery`, `npm run bench`, `npm run deploy gallery`', 'npm run deploy'],
])('in the document %j, finds what does not exist', (text, ...missing) => {
  write('README.md', text)
  expect(findBrokenReferences(folder)).toEqual(missing.map((name) => `README.md: there is no ${name}`))
})

test('reports an npm command that README.md does not name', () => {
  write('README.md', 'Run `npm run dev gallery`.')
  expect(findUnlistedCommands(folder)).toEqual(['README.md: the tables lack npm run bench'])
})

test('names what the diagram lacks, and what the code has not', () => {
  const nodes = ['shell["shell/src"]', 'site["shell/worker"]', 'ink["remotes/ink"]', 'inkWorker["workers/ink"]', 'data[("D1 encre-ink")]']
  const arrows = ['shell -->|loads| ink', 'ink -.->|contract| inkWorker', 'site --> inkWorker', 'inkWorker --> data']
  const draw = (...lines: string[]) => {
    write('README.md', ['```mermaid', 'flowchart LR', ...nodes, ...lines, '```'].join('\n'))
    return findDiagramErrors(folder).map((line) => line.replace('README.md: the diagram ', ''))
  }
  const database = '"d1_databases": [{ "binding": "DB", "database_name": "encre-ink" }]'
  write('shell/wrangler.jsonc', '{ "name": "encre-shell", "services": [{ "binding": "INK", "service": "encre-ink" }] }')
  write('remotes/ink/package.json', '{}')
  write('remotes/ink/src/ink-api.ts', "import { inkPaths } from '@encre/ink-worker/contract'")
  write('workers/ink/wrangler.jsonc', `{ "name": "encre-ink", // a comment\n ${database} }`)
  // Never deployed, so never drawn.
  write('workers/local/wrangler.jsonc', `{ "name": "encre-local", ${database} }`)
  expect(draw(...arrows)).toEqual([])
  expect(draw('shell --> ink')).toEqual(
    ['remotes/ink -> workers/ink', 'shell/worker -> workers/ink', 'workers/ink -> D1 encre-ink'].map((arrow) => `lacks ${arrow}`),
  )
  expect(draw(...arrows, 'ink & site --> data', 'site --> nowhere')).toEqual(
    ['remotes/ink -> D1 encre-ink', 'shell/worker -> D1 encre-ink', 'shell/worker -> unknown node nowhere'].map(
      (arrow) => `has ${arrow}, and the code has not`,
    ),
  )
})
