import answers from '@encre/generator-worker/answers.released.json'
import released from '@encre/generator-worker/contract.released.json'
import { releasedSchema, startReleasedWorker } from '@encre/protocol/testing-release'
import { stubFetch } from '@encre/remote-kit/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openGenerator } from './testing.tsx'

test('the current page generates a design with the worker of the last release', async () => {
  const worker = startReleasedWorker(released, answers)
  stubFetch(worker.fetch)
  openGenerator()
  const file = new File(['bytes'], 'modele.png', { type: 'image/png' })
  await userEvent.upload(await screen.findByLabelText(/Déposez une image ici/), file)
  await screen.findByRole('img', { name: /modele\.png/ })
  await userEvent.type(screen.getByRole('textbox', { name: 'Décrivez votre idée' }), 'Un loup')
  await userEvent.click(screen.getByRole('button', { name: 'Générer' }))
  expect(await screen.findByRole('img', { name: /^Un loup/ })).toBeDefined()

  const request = worker.sent.find(({ call }) => call === 'POST /api/generator/generations')?.body
  expect(request).toMatchObject({ description: 'Un loup', referenceId: '5d0c7f64-reference' })
  expect(releasedSchema(released, 'GenerationRequest').parse(request)).toEqual(request)
})
