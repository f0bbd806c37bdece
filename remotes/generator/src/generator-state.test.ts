import { variationPath } from '@encre/protocol/links'
import { describe, expect, test } from 'vitest'
import { defaultChoices, withIdea } from './choices.ts'
import { type GenerationsState, initialState } from './generation/generations-state.ts'
import {
  type Change,
  choose,
  type Filled,
  type GeneratorState,
  openForm,
  setParent,
  setReference,
  submissionOf,
  submit as submitted,
  surprise,
  vary,
  viewOf,
} from './generator-state.ts'
import { exampleSubjects } from './messages.ts'
import { parent } from './testing.tsx'

const own = { choices: { ...defaultChoices, description: 'Un loup' }, parent: null }
const variation = {
  choices: { ...defaultChoices, description: parent.subject },
  parent: { id: parent.id, asReference: true },
}
const filled: Filled = {
  path: variationPath({ designId: parent.id, asReference: true }),
  before: own,
}
const reference = {
  file: new File(['bytes'], 'loup.webp'),
  name: 'loup.png',
  dataUrl: 'data:image/webp;base64,',
}
const options = {
  references: true,
  transparent: true,
  partials: true,
  origin: 'drawn',
  quota: { limit: 20, left: 17, resetsAt: '' },
}

const after = (state: GeneratorState, ...changes: Change[]) =>
  changes.reduce((now, change) => change(now), state)
const chooseVariants =
  (variants: number): Change =>
  (state) => ({ ...state, variants })
const varied: GeneratorState = { ...openForm(variation), filled, parent }

/** What a click on Générer sends from this form. */
function submit(state: GeneratorState, changes: Partial<GenerationsState> = {}) {
  return submissionOf(state, viewOf(state, { ...initialState, options, ...changes }))
}

test.each([
  {
    path: '/generator?style=japanese&idee=Une+carpe',
    description: defaultChoices.description,
    expected: ['japanese', 'Une carpe'],
  },
  {
    path: '/generator?style=japanese&idee=Une+carpe',
    description: 'Un loup',
    expected: ['traditional', 'Un loup'],
  },
  {
    path: '/generator?style=baroque&idee=Une+carpe',
    description: '',
    expected: ['traditional', ''],
  },
])(
  '$path over the words $description opens the form with $expected',
  ({ path, description, expected }) => {
    const { choices } = withIdea(
      { choices: { ...defaultChoices, description }, parent: null },
      path,
    )
    expect([choices.style, choices.description]).toEqual(expected)
  },
)

function afterSubmit(
  state: GeneratorState,
  changes: Partial<GenerationsState> = {},
): GeneratorState {
  const submission = submit(state, changes)
  if (!submission) throw new Error('a submission was expected')
  return submitted(submission, viewOf(state, { ...initialState, options, ...changes }))(state)
}

/** The page after the worker has answered this problem. */
const stoppedBy = (code: string): Partial<GenerationsState> => ({
  stop: { kind: 'failed', code, requestId: null, counted: false },
})

test('Générer sends the choices, as many variants as chosen, and their number stays', () => {
  const state = after(openForm(own), choose({ style: 'dotwork' }), chooseVariants(3))
  const submission = submit(state)
  expect(submission).toMatchObject({
    missing: null,
    request: { style: 'dotwork', description: 'Un loup' },
    file: null,
    variants: 3,
  })
  expect(afterSubmit(state).variants).toBe(3)
})

test('Générer sends no text of a size that is no longer chosen', () => {
  const state = after(
    openForm(own),
    choose({ size: 'custom', sizeDetail: '25 cm' }),
    choose({ size: 'small' }),
  )
  expect(submit(state)).toMatchObject({ request: { size: 'small', sizeDetail: null } })
})

test('Générer asks for no more variants than the quota has left', () => {
  const state = after(openForm(own), chooseVariants(4))
  expect(
    submit(state, { options: { ...options, quota: { ...options.quota, left: 2 } } }),
  ).toMatchObject({ variants: 2 })
})

test('Générer sends nothing while a generation is pending, a file is read, or the quota is used up', () => {
  const state = openForm(own)
  const pending = [
    {
      key: 'key',
      phase: 'sending',
      design: own.choices,
      subject: '',
      generation: null,
      partial: null,
      connected: true,
    } as const,
  ]
  expect(submit(state, { pending })).toBeNull()
  expect(submit({ ...state, isReading: true })).toBeNull()
  expect(
    submit(state, { options: { ...options, quota: { ...options.quota, left: 0 } } }),
  ).toBeNull()
  expect(submit(state)).not.toBeNull()
})

test.each([
  { missing: 'sizeDetail', choices: { size: 'custom', sizeDetail: ' ' } },
  { missing: 'placementDetail', choices: { placement: 'custom' } },
  { missing: 'description', choices: { description: ' ' } },
] as const)(
  'Générer names the missing field $missing, until the form is complete',
  ({ missing, choices }) => {
    const state = after(openForm(own), choose(choices))
    expect(submit(state)).toEqual({ missing })
    const refused = afterSubmit(state)
    expect(refused).toEqual({ ...state, wasIncomplete: true })
    expect(afterSubmit(after(refused, choose(own.choices))).wasIncomplete).toBe(false)
  },
)

test('Générer sends a format other than square, only where the provider takes sizes', () => {
  const state = after(openForm(own), choose({ format: 'band' }))
  expect(submit(state, { options: { ...options, sizes: true } })).toHaveProperty(
    'request.format',
    'band',
  )
  expect(submit(state)).not.toHaveProperty('request.format')
  const square = after(state, choose({ format: 'square' }))
  expect(submit(square, { options: { ...options, sizes: true } })).not.toHaveProperty(
    'request.format',
  )
})

test('Générer sends a file only to a provider that uses references', () => {
  const state = after(openForm(own), setReference(reference))
  expect(submit(state)).toMatchObject({ file: reference.file })
  expect(submit(state, { options: { ...options, references: false } })).toMatchObject({
    file: null,
  })
})

test('a surprise is another style with one of its ideas, and keeps the words of the member', () => {
  const surprised = (choices: GeneratorState['draft']['choices'], random: number) =>
    after(
      openForm({ ...own, choices }),
      surprise(() => random),
    ).draft.choices
  const blank = surprised(defaultChoices, 0)
  expect(blank).toMatchObject({ style: 'geometric', description: exampleSubjects.geometric[0] })
  expect(surprised(blank, 0.999)).toMatchObject({
    style: 'watercolor',
    description: exampleSubjects.watercolor[1],
  })
  expect(surprised(own.choices, 0)).toMatchObject({ style: 'geometric', description: 'Un loup' })
})

describe('a variation', () => {
  test('sends its parent with its image', () => {
    expect(submit(varied)).toMatchObject({
      request: { parentId: parent.id, parentAsReference: true },
    })
  })

  test('sends its parent without its image beside a file of the member, or to a provider without references', () => {
    const withFile = submit(after(varied, setReference(reference)))
    expect(withFile).toMatchObject({ request: { parentId: parent.id }, file: reference.file })
    expect(withFile).not.toHaveProperty('request.parentAsReference')
    expect(submit(varied, { options: { ...options, references: false } })).not.toHaveProperty(
      'request.parentAsReference',
    )
    expect(submit(after(varied, setReference(null)))).not.toHaveProperty(
      'request.parentAsReference',
    )
  })

  test('sends no parent that the page does not show', () => {
    const stored = openForm(variation)
    expect(submit(stored)).not.toHaveProperty('request.parentId')
    expect(submit({ ...stored, parent })).toHaveProperty('request.parentId', parent.id)
    expect(submit(after(varied, setParent(null)))).not.toHaveProperty('request.parentId')
  })

  test.each(['not-found', 'unknown-reference'])(
    'goes on without a parent that was deleted: %s',
    (code) => {
      expect(viewOf(varied, { ...initialState, ...stoppedBy(code) })).toMatchObject({
        isParentGone: true,
        parent: null,
        reference: null,
      })
      expect(submit(varied, stoppedBy(code))).not.toHaveProperty('request.parentId')
      expect(afterSubmit(varied, stoppedBy(code)).draft.parent).toBeNull()
    },
  )

  test('stays after another failure', () => {
    expect(submit(varied, stoppedBy('provider-busy'))).toHaveProperty('request.parentId', parent.id)
  })

  test('of the same design again brings its image back; after detaching, its address fills the form again', () => {
    const again = vary(parent.id)
    expect(after(varied, setReference(null), again).draft.parent).toEqual({
      id: parent.id,
      asReference: true,
    })
    expect(after(varied, again).filled).toBe(filled)
    expect(after(varied, setParent(null), again).filled).toBeNull()
  })
})
