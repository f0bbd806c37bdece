import { notDoneYet, unknownOutcome } from '@encre/protocol/writer'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { WriteFailure } from './write-failure.tsx'

const failed = {
  title: 'The name was not saved',
  lang: 'en',
  reason: 'Veuillez réessayer.',
} as const

test('says that a write has failed, in the language of the page', () => {
  render(<WriteFailure {...failed} code="internal" takeBack={() => {}} />)
  expect(screen.getByText('The name was not saved').lang).toBe('en')
  expect(screen.queryByRole('button')).toBe(null)
})

test('says of one that may be done that nobody knows, in French on an English page', () => {
  render(<WriteFailure {...failed} code={unknownOutcome} takeBack={() => {}} />)
  expect(screen.queryByText('The name was not saved')).toBe(null)
  expect(screen.getByText('Nous ne savons pas encore si c’est fait.').lang).toBe('fr')
})

test('takes back one that waits for the network', async () => {
  const takeBack = vi.fn()
  render(<WriteFailure {...failed} code={notDoneYet} takeBack={takeBack} />)
  await userEvent.click(screen.getByRole('button', { name: 'Ne pas envoyer' }))
  expect(takeBack).toHaveBeenCalledOnce()
})
