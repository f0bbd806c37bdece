import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { TextField } from './text-field.tsx'

test('is found by its label and passes on what is typed', async () => {
  const handleChange = vi.fn()
  render(<TextField label="Email" name="email" type="email" value="" onChange={handleChange} />)
  await userEvent.type(screen.getByLabelText('Email'), 'a')
  expect(handleChange).toHaveBeenCalledWith('a')
})

test('describes the field with its hint and its error', () => {
  render(<TextField label="Nom" name="name" value="" onChange={() => {}} hint="Tel qu'affiché" error="Champ requis" />)
  const field = screen.getByLabelText('Nom')
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['Champ requis', "Tel qu'affiché"])
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('Champ requis')
})

test('a password can be shown and hidden again', async () => {
  render(
    <TextField
      label="Mot de passe"
      name="password"
      type="password"
      value="secret"
      onChange={() => {}}
      reveal={{ show: 'Afficher', hide: 'Masquer' }}
    />,
  )
  const field = screen.getByLabelText('Mot de passe')
  await userEvent.click(screen.getByRole('button', { name: 'Afficher' }))
  expect(field.getAttribute('type')).toBe('text')
  // Phones must not correct or capitalise a password that is shown.
  expect(field.getAttribute('autocapitalize')).toBe('none')
  await userEvent.click(screen.getByRole('button', { name: 'Masquer', description: 'Mot de passe' }))
  expect(field.getAttribute('type')).toBe('password')
})
