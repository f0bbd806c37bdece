import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findIncompleteDecisions } from './decision-records.ts'

const whole = '# 012 Ink\n\n**Decision.** Black.\n\n**Why.** It lasts.\n\n**Alternatives.** Blue.\n\n**Revisit** when it fades.\n'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'encre-decisions-'))
  mkdirSync(join(folder, 'docs/decisions'), { recursive: true })
  write('README.md', '[012 ink](012-ink.md)')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('accepts a record with its number, the four parts and its line in the list', () => {
  write('012-ink.md', whole)
  expect(findIncompleteDecisions(folder)).toEqual([])
})

test('reports a record without its number, a part or its line in the list', () => {
  write('013-paper.md', whole.replace('**Alternatives.** Blue.\n\n', ''))
  expect(findIncompleteDecisions(folder)).toEqual([
    'docs/decisions/013-paper.md: its title must begin with # 013',
    'docs/decisions/013-paper.md: it has no paragraph **Alternatives**',
    'docs/decisions/013-paper.md: docs/decisions/README.md does not list it',
  ])
})

test('reports two records with one number', () => {
  write('README.md', '[one](012-ink.md) [other](012-paper.md)')
  write('012-ink.md', whole)
  write('012-paper.md', whole)
  expect(findIncompleteDecisions(folder)).toEqual([
    'docs/decisions/012-ink.md: another record has its number',
    'docs/decisions/012-paper.md: another record has its number',
  ])
})

function write(name: string, text: string): void {
  writeFileSync(join(folder, 'docs/decisions', name), text)
}
