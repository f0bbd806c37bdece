import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button, ButtonLink } from './button.tsx'

test('submits a form only with type submit', async () => {
  const handleSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={handleSubmit}>
      <Button>Annuler</Button>
      <Button type="submit">Enregistrer</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  expect(handleSubmit).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  expect(handleSubmit).toHaveBeenCalledOnce()
})

test('does nothing while disabled', async () => {
  const handleClick = vi.fn()
  render(
    <Button disabled onClick={handleClick}>
      Générer
    </Button>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Générer' }))
  expect(handleClick).not.toHaveBeenCalled()
})

test('a link that looks like a button is a link', () => {
  render(<ButtonLink href="/generator">Commencer à créer</ButtonLink>)
  expect(screen.getByRole('link', { name: 'Commencer à créer' }).getAttribute('href')).toBe('/generator')
})
