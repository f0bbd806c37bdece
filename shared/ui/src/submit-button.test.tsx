import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SubmitButton } from './submit-button.tsx'

const button = () => screen.getByRole('button')
const submit = (state: { busy: boolean; disabled?: boolean }) => (
  <SubmitButton busyLabel="Envoi..." {...state}>
    Envoyer
  </SubmitButton>
)

test('is disabled while busy, and says so', () => {
  render(submit({ busy: true }))
  expect(button().hasAttribute('disabled')).toBe(true)
  expect(button().textContent).toBe('Envoi...')
})

test('a busy button passes the focus to the element around it and gets it back', () => {
  const { rerender } = render(submit({ busy: false }))
  button().focus()
  rerender(submit({ busy: true }))
  expect(document.activeElement).toBe(button().parentElement)
  rerender(submit({ busy: false }))
  expect(document.activeElement).toBe(button())
})

test('the focus stays around a button that is disabled after a success', () => {
  const { rerender } = render(submit({ busy: false }))
  button().focus()
  rerender(submit({ busy: true }))
  rerender(submit({ busy: false, disabled: true }))
  expect(document.activeElement).toBe(button().parentElement)
})
