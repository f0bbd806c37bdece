import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

test('a click on Annuler or on the backdrop cancels, a click on the question does not', async () => {
  const onCancel = vi.fn()
  render(
    <ConfirmDialog
      open
      question="Supprimer ?"
      confirmLabel="Supprimer"
      cancelLabel="Annuler"
      onConfirm={() => {}}
      onCancel={onCancel}
    />,
  )
  await userEvent.click(screen.getByText(/^Supprimer\W\?$/))
  expect(onCancel).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  await userEvent.click(screen.getByRole('dialog'))
  expect(onCancel).toHaveBeenCalledTimes(2)
})

test('confirms with Enter in its field, and does nothing while the action runs', async () => {
  const answers = { onConfirm: vi.fn(), onCancel: vi.fn() }
  const dialog = (busy: boolean) => (
    <ConfirmDialog
      open
      question="Supprimer ?"
      confirmLabel="Supprimer"
      cancelLabel="Annuler"
      busy={busy}
      {...answers}
    >
      <input aria-label="Mot de passe" />
    </ConfirmDialog>
  )
  const { rerender } = render(dialog(false))
  await userEvent.type(screen.getByLabelText('Mot de passe'), 'x{Enter}')
  expect(answers.onConfirm).toHaveBeenCalledOnce()

  rerender(dialog(true))
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer' }))
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  expect([answers.onConfirm.mock.calls.length, answers.onCancel.mock.calls.length]).toEqual([1, 0])
})
