import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ColourDots, DesignImage, FullPrompt } from './design-parts.tsx'

const design = { imageUrl: 'https://encre.example/i/1?o=a&e=2&s=b', subject: 'Un loup', style: 'dotwork', colors: ['#000000', '#cc0000'] }

test('an image is described by subject, style and colours', () => {
  render(<DesignImage design={design} />)
  expect(screen.getByRole('img', { name: 'Un loup, Pointillisme, Black, Red' }).getAttribute('src')).toBe(design.imageUrl)
})

test('a card loads the thumbnail', () => {
  render(<DesignImage design={design} size="card" />)
  expect(screen.getByRole('img').getAttribute('src')).toBe(`${design.imageUrl}&w=512`)
})

test('an image that did not load is loaded again when the network is back', () => {
  const onError = vi.fn()
  render(<DesignImage design={design} onError={onError} />)
  const failed = screen.getByRole('img')
  fireEvent.error(failed)
  expect(onError).toHaveBeenCalledOnce()
  expect(screen.getByRole('img')).toBe(failed)
  fireEvent.online(window)
  expect(screen.getByRole('img')).not.toBe(failed)
  expect(screen.getByRole('img').getAttribute('src')).toBe(design.imageUrl)
})

test('colour dots have names, an unknown colour shows its value', () => {
  render(<ColourDots colours={['#0066cc', '#123456']} />)
  expect(screen.getAllByRole('listitem').map((dot) => dot.textContent)).toEqual(['Blue', '#123456'])
})

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
