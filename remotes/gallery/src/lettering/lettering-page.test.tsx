import { createTestShell } from '@encre/remote-kit/testing'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { unset } from '../atelier/testing.ts'
import { LetteringPage } from './lettering-page.tsx'
import { readStoredLettering, storeLettering } from './stored-lettering.ts'

test('other words are to be read again', async () => {
  const read = { words: 'Louis', face: 'gothique', arc: 0, spacing: 0, isRead: true }
  storeLettering({ ...unset, lettering: read })
  render(<LetteringPage shell={createTestShell({ path: '/lettrage' })} />)
  expect(readStoredLettering()?.lettering?.isRead).toBe(true)
  await userEvent.type(screen.getByRole('textbox'), 'e')
  expect(readStoredLettering()?.lettering).toEqual({ ...read, words: 'Louise', isRead: false })
})
