import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ColourDots, DesignImage, FullPrompt, imageWaitsMs } from './design-parts.tsx'
import { ticksOf } from './ruler-ticks.ts'
import { typeset, typesetSubject } from './typeset.tsx'

const design = {
  imageUrl: 'https://encre.example/i/1?o=a&e=2&s=b',
  subject: 'Un loup',
  style: 'dotwork',
  colors: ['#000000', '#cc0000'],
}

test('an image is described by subject, style and colours', () => {
  render(<DesignImage design={design} />)
  expect(
    screen.getByRole('img', { name: 'Un loup, Pointillisme, noir, rouge' }).getAttribute('src'),
  ).toBe(design.imageUrl)
})

describe('an image that did not load', () => {
  const image = () => screen.getByRole('img')

  beforeEach(() => {
    vi.useFakeTimers()
    render(<DesignImage design={design} />)
    fireEvent.error(image())
  })
  afterEach(() => vi.useRealTimers())

  test('is loaded again when the network is back', () => {
    const failed = image()
    fireEvent.online(window)
    expect(image()).not.toBe(failed)
    expect(image().getAttribute('src')).toBe(design.imageUrl)
  })

  test('is loaded again by itself, once after each failure, also after a long outage', () => {
    for (const wait of [...imageWaitsMs, 60_000, 60_000]) {
      const failed = image()
      act(() => vi.advanceTimersByTime(wait - 1))
      expect(image()).toBe(failed)
      act(() => vi.advanceTimersByTime(1))
      expect(image()).not.toBe(failed)
      fireEvent.error(image())
    }
    act(() => vi.advanceTimersByTime(60_000))
    const arrived = image()
    act(() => vi.advanceTimersByTime(600_000))
    fireEvent.online(window)
    expect(image()).toBe(arrived)
  })

  test('stays while a button has the focus, and comes after it', () => {
    const button = document.body.appendChild(document.createElement('button'))
    button.focus()
    const failed = image()
    act(() => vi.advanceTimersByTime(60_000))
    expect(image()).toBe(failed)
    button.remove()
    act(() => vi.advanceTimersByTime(imageWaitsMs[0] ?? 0))
    expect(image()).not.toBe(failed)
  })
})

test('colour dots have French names, also colours outside of the catalogue', () => {
  render(<ColourDots colours={['#0066cc', '#b8860b']} />)
  expect(screen.getAllByRole('listitem').map((dot) => dot.textContent)).toEqual(['bleu', 'ocre'])
})

test('is folded under its label, in English, with what belongs to it', () => {
  render(
    <FullPrompt label="Texte complet envoyé" prompt="Create a dotwork tattoo design.">
      <a href="/generator">Réutiliser</a>
    </FullPrompt>,
  )
  const details = screen.getByText('Texte complet envoyé').closest('details')
  expect(details?.open).toBe(false)
  expect(screen.getByText('Create a dotwork tattoo design.').lang).toBe('en')
  expect(details?.contains(screen.getByText('Réutiliser'))).toBe(true)
})

describe('typeset', () => {
  test('keeps French punctuation with the word before it', () => {
    expect(typeset('Êtes-vous sûr de vouloir supprimer ce design ?')).toBe(
      'Êtes-vous sûr de vouloir supprimer ce design\u202f?',
    )
    expect(typeset('Une idée : « un loup » ; enfin !')).toBe(
      'Une idée\u00a0: «\u00a0un loup\u00a0»\u202f; enfin\u202f!',
    )
  })

  test('keeps a unit with its number', () => {
    expect(typeset('moins de 0,5 mm, 12 % à 8,4 × 12,5 cm')).toBe(
      'moins de 0,5\u00a0mm, 12\u00a0% à 8,4 × 12,5\u00a0cm',
    )
    expect(typeset('Pièce de 2 €, 3 cmonde')).toBe('Pièce de 2\u00a0€, 3 cmonde')
  })

  test('leaves an address and a plain sentence alone', () => {
    expect(typeset('https://encre.example/?a=1')).toBe('https://encre.example/?a=1')
    expect(typeset('Aucun design trouvé')).toBe('Aucun design trouvé')
  })

  test('sets the apostrophes of a member’s words, and leaves quotation marks and primes', () => {
    expect(typesetSubject("L'aigle d'Hélène : 'Louise', 5'6")).toBe(
      "L’aigle d’Hélène\u00a0: 'Louise', 5'6",
    )
  })
})

test('a ruler has at most 100 ticks, and labels its major ones', () => {
  for (const centimetres of [0.5, 6.5, 9, 12.5, 18, 30, 45, 70, 200]) {
    const { ticks, labels } = ticksOf(centimetres)
    expect(ticks.length).toBeLessThanOrEqual(100)
    expect(ticks.at(-1)?.at).toBeLessThanOrEqual(centimetres)
    expect(labels[0]).toBe(0)
  }
  expect(ticksOf(12.5).labels).toEqual([0, 5, 10])
  expect(ticksOf(6.5).labels).toEqual([0, 1, 2, 3, 4, 5, 6])
})
