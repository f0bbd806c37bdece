import { createTestShell, makeDesign } from '@encre/remote-kit/testing'
import type { Request, Task } from '@encre/stencil/messages'
import { createStudio } from '@encre/stencil/studio'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type StudioClient, withCorrections } from '../studio/studio-client.ts'
import type { Workshop } from '../studio/workshop.ts'
import { drawFrame } from '../testing.ts'
import { CardView } from './card-view.tsx'

/** Computes in the page. Tasks of the type `held` wait for `release`. */
function createSlowClient() {
  const studio = createStudio()
  const gate = Promise.withResolvers<void>()
  const waiting: Task['type'][] = []
  const state = { held: null as Task['type'] | null, running: 0, waiting, release: gate.resolve }
  const client: StudioClient = {
    async run(task) {
      state.running++
      if (task.type === state.held) {
        waiting.push(task.type)
        await gate.promise
      }
      const request: Request = { id: 1, ...task }
      const result = await studio(request, async () => {})
      state.running--
      return result
    },
    close: () => {},
  }
  return { client, state }
}

const workshopOf = (client: StudioClient): Workshop => ({
  shell: createTestShell(),
  design: makeDesign('loup'),
  kept: null,
  client,
  sizeMm: 80,
  size: { width: 80, height: 80 },
  toStrokes: { scale: 1, x: 0, y: 0 },
  formerMm: null,
  around: { left: '0', top: '0', width: '100%', height: '100%' },
  choice: { rendering: 'lines', fineness: 2 },
  crop: null,
  notes: '',
  exactPlace: '',
  strokes: [],
  onChange: () => {},
  savingLine: null,
})

interface Row {
  change: string
  held: Task['type']
  changeOf: (client: StudioClient) => Partial<Workshop>
}

test.each<Row>([
  { change: 'another size', held: 'assess', changeOf: () => ({ sizeMm: 120 }) },
  {
    change: 'a correction',
    held: 'crop',
    changeOf: (client) => ({
      client: withCorrections(client, [{ kind: 'line', width: 1, points: [0, 0, 100, 100] }]),
    }),
  },
])('after $change, no card is made of what was there before', async ({ held, changeOf }) => {
  const { client, state } = createSlowClient()
  await client.run({ type: 'open', picture: drawFrame(), style: 'minimalist' })
  const workshop = workshopOf(client)
  const { rerender } = render(<CardView workshop={workshop} />)
  const button = screen.getByRole('button', { name: 'Fiche en PDF' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  state.held = held
  rerender(<CardView workshop={{ ...workshop, ...changeOf(client) }} />)
  await waitFor(() => expect([state.waiting, state.running]).toEqual([[held], 1]))
  expect(button).toHaveProperty('disabled', true)
  state.release()
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
})

test('the question before a card of letters ends with another size', async () => {
  const { client } = createSlowClient()
  await client.run({ type: 'open', picture: drawFrame(), style: 'minimalist' })
  const letters = { words: 'Louis', isRead: false, onRead: () => {}, settings: null }
  const workshop = { ...workshopOf(client), letters }
  const { rerender } = render(<CardView workshop={workshop} />)
  const button = screen.getByRole('button', { name: 'Fiche en PDF' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await userEvent.click(button)
  expect(screen.getByRole('alert').textContent).toContain('Louis')
  rerender(<CardView workshop={{ ...workshop, sizeMm: 120 }} />)
  expect(screen.queryByRole('alert')).toBeNull()
})
