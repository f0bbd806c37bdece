import type { Result } from '@encre/stencil/messages'
import { expect, test } from 'vitest'
import { openedCalque, tasksOf, viewOf } from './calque-state.ts'
import type { TaskState } from './use-task.ts'

const lineArt = { rendering: 'lines', fineness: 2, sizeMm: 80 } as const
const waiting: TaskState = { result: null, isStale: true, progress: null }
const done = (result: Result): TaskState => ({ result, isStale: false, progress: null })
const stale = (result: Result): TaskState => ({ ...done(result), isStale: true })
const traced: Result = { type: 'traced', path: 'M0 0', size: { width: 80, height: 80 } }
const counted: Result = { type: 'sheets-counted', count: 2 }

test('another paper, mirroring or ink leaves the drawing traced', () => {
  const [first, second] = [openedCalque, { paper: 'roll', isMirrored: true, colour: 'violet' } as const].map((state) =>
    tasksOf(state, lineArt),
  )
  expect(first?.trace).toEqual({ type: 'trace', ...lineArt })
  expect(second?.trace).toEqual(first?.trace)
  expect(first?.sheets).toEqual({ type: 'count-sheets', paper: 'a4', isMirrored: false, ...lineArt })
  expect(second?.sheets).toEqual({ type: 'count-sheets', paper: 'roll', isMirrored: true, ...lineArt })
})

test('before the first results there is nothing to show and no file to make', () => {
  expect(viewOf('lines', waiting, waiting)).toEqual({
    traced: null,
    isBusy: false,
    emptyLine: null,
    hasFailed: false,
    sheetLine: null,
    canPrint: false,
    canExport: false,
  })
})

test('traced and counted, every file can be made', () => {
  expect(viewOf('lines', done(traced), done(counted))).toMatchObject({
    traced,
    isBusy: false,
    sheetLine: '2 feuilles',
    canPrint: true,
    canExport: true,
  })
})

test('while settings change, the last drawing stays and its sheets are not counted', () => {
  expect(viewOf('lines', stale(traced), stale(counted))).toMatchObject({ traced, isBusy: true, sheetLine: null, canPrint: false })
  expect(viewOf('lines', stale(traced), stale({ type: 'too-many-sheets', count: 12 })).sheetLine).toBeNull()
})

test('too many sheets are said, and only the other files can be made', () => {
  expect(viewOf('lines', done(traced), done({ type: 'too-many-sheets', count: 12 }))).toMatchObject({
    sheetLine: 'Trop grand pour ce papier : 12 feuilles.',
    canPrint: false,
    canExport: true,
  })
})

test.each([
  ['lines', 'Aucun trait trouvé : essayez « Aplats ».'],
  ['outlines', 'Aucun trait trouvé : essayez « Aplats ».'],
  ['fills', 'Aucun trait trouvé : essayez une autre finesse.'],
] as const)('%s without a line advise another setting', (rendering, emptyLine) => {
  const none = done({ type: 'no-lines' })
  expect(viewOf(rendering, none, none)).toMatchObject({ emptyLine, hasFailed: false, canPrint: false, canExport: false })
})

test('a failure is no empty drawing', () => {
  expect(viewOf('lines', done({ type: 'failed', message: 'memory' }), waiting)).toMatchObject({ emptyLine: null, hasFailed: true })
})
