import answers from '@encre/gallery-worker/answers.released.json'
import released from '@encre/gallery-worker/contract.released.json'
import { startReleasedWorker } from '@encre/protocol/testing-release'
import { stubFetch } from '@encre/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openGallery } from './testing.tsx'

test('the current page shows and deletes designs with the worker of the last release', async () => {
  const worker = startReleasedWorker(released, answers)
  stubFetch(worker.fetch)
  openGallery()
  expect(within(await screen.findByRole('article', { name: 'Un loup' })).getByText('Aperçu local, dessiné sans IA')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Afficher plus' }))
  await screen.findByRole('article', { name: 'Une rose' })

  await userEvent.click(screen.getByRole('button', { name: /^Supprimer\W+Un loup/ }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Supprimer' }))
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Un loup' })).toBeNull())
  expect(worker.sent.map(({ call }) => call)).toEqual(Object.keys(answers))
})
