import type { Result } from '@encre/stencil/messages'
import type { Stroke } from '@encre/stencil/strokes'
import { describe, expect, test } from 'vitest'
import { atelierPath, readAtelierPath } from '../atelier-path.ts'
import { galleryPath } from '../gallery-filter.ts'
import { openedCalque, tasksOf, viewOf } from './calque/calque-state.ts'
import { addStroke, chooseTool, openedCorrect, strokeOf } from './calque/correct-state.ts'
import type { TaskState } from './studio/use-task.ts'
import { finenessOf, formerMmOf, renderingOf, sidesOf, toStrokesOf } from './studio/workshop.ts'
import { skinMessages } from './workbench/tool-messages.ts'

const lineArt = { rendering: 'lines', fineness: 2, sizeMm: 80 } as const
const waiting: TaskState = { result: null, isStale: true, progress: null }
const done = (result: Result): TaskState => ({ result, isStale: false, progress: null })
const stale = (result: Result): TaskState => ({ ...done(result), isStale: true })
const traced: Result = {
  type: 'traced',
  path: 'M0 0',
  size: { width: 80, height: 80 },
  lines: [],
  openEnds: [],
  apartMm: null,
}
const counted: Result = { type: 'sheets-counted', count: 2 }

test('another paper, mirroring or ink leaves the drawing traced', () => {
  const first = tasksOf(openedCalque, lineArt)
  const second = tasksOf(
    { ...openedCalque, paper: 'roll', isMirrored: true, colour: 'violet' },
    lineArt,
  )
  expect(first.trace).toEqual({ type: 'trace', ...lineArt })
  expect(second.trace).toEqual(first.trace)
  expect(first.sheets).toEqual({ type: 'count-sheets', paper: 'a4', isMirrored: false, ...lineArt })
  expect(second.sheets).toEqual({
    type: 'count-sheets',
    paper: 'roll',
    isMirrored: true,
    ...lineArt,
  })
})

const tooMany: Result = { type: 'too-many-sheets', count: 12 }
const nothing = {
  traced: null,
  isBusy: false,
  emptyLine: null,
  hasFailed: false,
  sheetLine: null,
  canPrint: false,
  canExport: false,
}
const drawn = { ...nothing, traced, canExport: true }

test.each([
  {
    name: 'before the first results there is nothing to show and no file to make',
    trace: waiting,
    sheets: waiting,
    view: nothing,
  },
  {
    name: 'traced and counted, every file can be made',
    trace: done(traced),
    sheets: done(counted),
    view: { ...drawn, sheetLine: '2 feuilles', canPrint: true },
  },
  {
    name: 'while settings change, the last drawing stays and its sheets are not counted',
    trace: stale(traced),
    sheets: stale(counted),
    view: { ...drawn, isBusy: true },
  },
  {
    name: 'while settings change, nothing is too large',
    trace: stale(traced),
    sheets: stale(tooMany),
    view: { ...drawn, isBusy: true },
  },
  {
    name: 'too many sheets are said',
    trace: done(traced),
    sheets: done(tooMany),
    view: { ...drawn, sheetLine: 'Trop grand pour ce papier : 12 feuilles.' },
  },
])('$name', ({ trace, sheets, view }) => {
  expect(viewOf('lines', trace, sheets)).toEqual(view)
})

test.each([
  { rendering: 'lines', emptyLine: 'Aucun trait trouvé : essayez « Aplats ».' },
  { rendering: 'fills', emptyLine: 'Aucun trait trouvé : essayez une autre finesse.' },
] as const)('$rendering without a line advise another setting', ({ rendering, emptyLine }) => {
  const none = done({ type: 'no-lines' })
  expect(viewOf(rendering, none, none)).toMatchObject({
    emptyLine,
    hasFailed: false,
    canPrint: false,
    canExport: false,
  })
})

test('a failure is no empty drawing', () => {
  expect(viewOf('lines', done({ type: 'failed', message: 'memory' }), waiting)).toMatchObject({
    emptyLine: null,
    hasFailed: true,
  })
})

describe('corrections', () => {
  const along = (...places: [number, number][]) => places.map(([x, y]) => ({ x, y }))

  test.each([
    {
      tool: 'line',
      points: along([0, 0], [10, 0.01], [20, 0], [20, 10]),
      stroke: { kind: 'line', width: 1.6, points: [0, 0, 40, 0, 40, 20] },
    },
    {
      tool: 'erase',
      points: along([5, 5]),
      stroke: { kind: 'erase', width: 4, points: [10, 10] },
    },
    {
      tool: 'join',
      points: along([1, 1], [3, 9], [5, 1]),
      stroke: { kind: 'join', width: 1.6, points: [2, 2, 10, 2] },
    },
    {
      tool: 'ignore',
      points: along([1, 1], [3, 9], [5, 4]),
      stroke: { kind: 'ignore', width: 0, points: [2, 2, 10, 8] },
    },
    { tool: 'ignore', points: along([1, 1], [9, 9], [1.2, 1.1]), stroke: null },
    { tool: 'view', points: along([1, 1], [5, 4]), stroke: null },
  ] as const)(
    'a stroke of $tool is kept for a design of 100 mm, without points that say nothing',
    ({ tool, points, stroke }) => {
      const toStrokes = { scale: 2, x: 0, y: 0 }
      expect(strokeOf({ ...openedCorrect, tool }, points, toStrokes)).toEqual(stroke)
    },
  )

  test('a tool shows its advice when it is chosen, and is put down when chosen again', () => {
    const chosen = { ...openedCorrect, ...chooseTool(openedCorrect, 'line') }
    expect(chosen).toMatchObject({ isOpen: true, tool: 'line', hasAdvice: true })
    expect(chooseTool(chosen, 'line')).toEqual({ tool: 'view', hasAdvice: false })
    const used = { ...chosen, hasAdvice: false }
    expect(chooseTool(used, 'line')).toMatchObject({ tool: 'line', hasAdvice: true })
    expect(chooseTool(used, 'view')).toEqual({ tool: 'view', hasAdvice: false })
  })

  test('refuses what would be longer than the gallery keeps', () => {
    const stroke: Stroke = {
      kind: 'line',
      width: 1,
      points: Array.from({ length: 3000 }, (_, index) => index),
    }
    const one = addStroke([], stroke)
    expect(one).toHaveLength(1)
    expect(addStroke([stroke, stroke], stroke)).toBeNull()
  })
})

describe('the workshop', () => {
  const unset = { sizeMm: null, rendering: null, fineness: null, keepsFrame: null, notes: '' }

  test('the size is the longest side', () => {
    expect(sidesOf(100, { x: 8, y: 8, width: 300, height: 600 })).toEqual({
      width: 50,
      height: 100,
    })
    expect(sidesOf(100, { x: 8, y: 8, width: 600, height: 300 })).toEqual({
      width: 100,
      height: 50,
    })
  })

  // A stencil of 400 pixels, in a picture that has a speck as well.
  const place = { x: 150, y: 30, width: 400, height: 300 }
  const frame = { x: 50, y: 10, width: 800, height: 400 }

  test('a stroke is kept in what everything inked measures, whatever the stencil measures', () => {
    const toStrokes = toStrokesOf(100, place, frame)
    const stroke = strokeOf({ ...openedCorrect, tool: 'line' }, [{ x: 50, y: 20 }], toStrokes)
    // 200 and 80 pixels from the stencil's corner, of which 8 are a millimetre.
    expect(stroke).toEqual({ kind: 'line', width: 0.4, points: [37.5, 12.5] })
  })

  test('says how long the stencil was, until its own size is set', () => {
    expect(formerMmOf({ ...unset, sizeMm: 100 }, place, frame)).toBe(50)
    expect(formerMmOf({ ...unset, sizeMm: 100, isStencilSize: true }, place, frame)).toBeNull()
    expect(formerMmOf({ ...unset, sizeMm: 100 }, place, place)).toBeNull()
    expect(formerMmOf(unset, place, frame)).toBeNull()
  })

  test('a setting of a later version is as if it were not set', () => {
    expect(renderingOf({ ...unset, rendering: 'halftone' })).toBeNull()
    expect(finenessOf({ ...unset, fineness: 5 })).toBeNull()
  })
})

describe('its path', () => {
  test('a design’s address names its id, its tab and the filter of the gallery', () => {
    const path = readAtelierPath('/gallery/loup?style=dotwork&vue=fiche')
    expect(path).toMatchObject({ designId: 'loup', view: 'fiche' })
    expect(path && atelierPath('rose', path.filter, path.view)).toBe(
      '/gallery/rose?style=dotwork&vue=fiche',
    )
    expect(path && galleryPath(path.filter)).toBe('/gallery?style=dotwork')
    expect(readAtelierPath('/gallery/loup?q=lune&favourites=true&sort=oldest&x=1')?.filter).toBe(
      'q=lune&favourites=true&sort=oldest',
    )
  })

  test('the first tab needs no name, and an unknown one is the first', () => {
    expect(atelierPath('loup', '', 'calque')).toBe('/gallery/loup')
    expect(readAtelierPath('/gallery/loup?vue=3d')?.view).toBe('calque')
  })

  test.each([
    '/gallery',
    '/gallery?vue=fiche',
    '/gallery/a/b',
    '/gallery/compare?a=loup&b=rose',
    '/generator',
  ])('%s is no design', (path) => {
    expect(readAtelierPath(path)).toBeNull()
  })
})

test('colours that the skin hides are named with their article', () => {
  const contrasts = [
    { hex: '#cc1f1f', ratio: 1.4 },
    { hex: '#b9852f', ratio: 1.2 },
    { hex: '#121212', ratio: 5.24 },
  ]
  expect(skinMessages.faint(contrasts)).toBe(
    'Sur cette photo, le rouge et l’ocre se distinguent à peine de la peau.',
  )
  expect(skinMessages.faint(contrasts.slice(0, 1))).toBe(
    'Sur cette photo, le rouge se distingue à peine de la peau.',
  )
  expect(skinMessages.faint(contrasts.slice(2, 3))).toBeNull()
  expect(skinMessages.contrast(contrasts)).toContain('noir\u00a05,2')
})
