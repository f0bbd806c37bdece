import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createFolder, writeIn } from '../lib/testing/scratch-folder.ts'
import { findChangedMigrations, listMigration } from './frozen-migrations.ts'

const first = 'workers/gallery/migrations/0001_create_tables.sql'
const second = 'shell/migrations/0002_add_column.sql'

let folder: string
beforeEach(() => {
  folder = createFolder({
    [first]: 'create table designs (id text);\n',
    [second]: 'alter table pages add column title text;\n',
  })
  for (const path of [first, second]) {
    listMigration(folder, path)
  }
})

it('accepts migrations that are as listed', () => {
  expect(findChangedMigrations(folder)).toEqual([])
})

it('refuses an edited migration', () => {
  writeIn(folder, first, 'create table designs (id text not null);\n')
  expect(findChangedMigrations(folder)).toEqual([
    `${first} was edited, and databases do not run it again: put it back, and write a new migration`,
  ])
})

it('refuses a removed migration', () => {
  rmSync(join(folder, second))
  expect(findChangedMigrations(folder)).toEqual([
    `${second} is missing, and databases name it: put it back`,
  ])
})

it('refuses a renamed migration', () => {
  const renamed = 'shell/migrations/0002_name_pages.sql'
  renameSync(join(folder, second), join(folder, renamed))
  expect(findChangedMigrations(folder)).toEqual([
    `${second} is missing, and databases name it: put it back`,
    expect.stringContaining(`${renamed} is new`),
  ])
})

it('asks for the line of a new migration, which freezes it', () => {
  const list = 'workers/gallery/migrations/frozen.sha256'
  const path = 'workers/gallery/migrations/0002_add_answers.sql'
  writeIn(folder, path, 'create table answers (id text);\n')
  const [sentence = '', ...others] = findChangedMigrations(folder)
  expect(others).toEqual([])
  const [request, line] = sentence.split('\n')
  expect(request).toBe(`${path} is new: add this line to ${list}`)
  writeIn(folder, list, `${readFileSync(join(folder, list), 'utf8')}${line}\n`)
  expect(findChangedMigrations(folder)).toEqual([])
  writeIn(folder, path, 'create table answers (id text, text text);\n')
  expect(findChangedMigrations(folder)).toEqual([expect.stringContaining(`${path} was edited`)])
})
