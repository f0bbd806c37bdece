import type { FailedGenerationPage, Generation } from '@encre/generator-worker/contract'
import { problemReply } from '@encre/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { makeGeneration, openGenerator, stubWorker } from '../testing.tsx'

const list = 'GET /api/generator/failed-generations'
const path = '/generator?vue=historique'

function reply(generations: Generation[], next: string | null = null): () => Response {
  return () => Response.json({ generations, next } satisfies FailedGenerationPage)
}

const words = (id: string, description: string) => ({ id, request: { ...makeGeneration().request, description } })

test('is linked from the form, and shows each generation with its words, a reason and a way to ask again', async () => {
  const worker = stubWorker()
  worker.replyOnce.set(
    list,
    reply([
      makeGeneration({ ...words('generation-9', 'Un tigre'), state: 'failed', problem: 'provider-busy', counted: false }),
      makeGeneration({ ...words('generation-8', 'Une ancre'), state: 'interrupted', counted: false }),
    ]),
  )
  const shell = openGenerator()
  expect(screen.getByRole('link', { name: 'Générations échouées ou interrompues' }).getAttribute('href')).toBe(path)
  openGenerator({ path })
  const heading = await screen.findByRole('heading', { level: 1, name: 'Générations échouées ou interrompues' })
  expect(document.activeElement).toBe(heading)
  expect(shell.signIn).not.toHaveBeenCalled()

  const [first, second] = await screen.findAllByRole('article')
  if (!first || !second) throw new Error('two generations were expected')
  expect(within(first).getByRole('heading', { name: 'Un tigre' })).toBeDefined()
  expect(within(first).getByText(/a atteint sa propre limite/)).toBeDefined()
  expect(within(first).getByText(/n’est pas décompté/)).toBeDefined()
  const again = within(first).getByRole('link', { name: /^Réessayer/ })
  expect(again.getAttribute('href')).toBe('/generator?retry=generation-9')
  expect(within(second).getByText(/La génération a été interrompue/)).toBeDefined()
})

test('reads more, and the focus goes on to what came', async () => {
  const worker = stubWorker()
  worker.replyOnce.set(list, reply([makeGeneration({ ...words('generation-9', 'Un tigre'), state: 'failed' })], 'more'))
  openGenerator({ path })
  worker.replyOnce.set(`${list}?cursor=more`, problemReply('unavailable', 503))
  await userEvent.click(await screen.findByRole('button', { name: 'Afficher plus' }))
  await screen.findByText(/Le serveur ne répond pas/)
  worker.replyOnce.set(`${list}?cursor=more`, reply([makeGeneration({ ...words('generation-8', 'Une ancre'), state: 'failed' })]))
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /Réessayer.*Une ancre/ })))
  expect(screen.queryByRole('button', { name: 'Afficher plus' })).toBeNull()
})

test('says that there is none, and that the list could not be read', async () => {
  const worker = stubWorker()
  worker.replyOnce.set(list, problemReply('unavailable', 503))
  openGenerator({ path })
  expect((await screen.findByRole('alert')).textContent).toContain('La liste n’a pas pu être lue')
  worker.replyOnce.set(list, reply([]))
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('Aucune depuis 30 jours.')).toBeDefined()
})
