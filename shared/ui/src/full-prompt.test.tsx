import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FullPrompt } from './full-prompt.tsx'

test('is folded under its label, in English, with what belongs to it', () => {
  render(
    <FullPrompt label="Prompt complet" prompt="Create a dotwork tattoo design.">
      <a href="/generator">Réutiliser</a>
    </FullPrompt>,
  )
  const details = screen.getByText('Prompt complet').closest('details')
  expect(details?.open).toBe(false)
  expect(screen.getByText('Create a dotwork tattoo design.').lang).toBe('en')
  expect(details?.contains(screen.getByText('Réutiliser'))).toBe(true)
})
