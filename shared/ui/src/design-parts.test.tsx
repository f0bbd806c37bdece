import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ColourDots, DesignImage, FullPrompt, imageProbeMs } from './design-parts.tsx'
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

test('an image that did not load is loaded again when the network is back', () => {
  render(<DesignImage design={design} />)
  const failed = screen.getByRole('img')
  fireEvent.error(failed)
  expect(screen.getByRole('img')).toBe(failed)
  fireEvent.online(window)
  expect(screen.getByRole('img')).not.toBe(failed)
  expect(screen.getByRole('img').getAttribute('src')).toBe(design.imageUrl)
})

test('an image that did not load is loaded again when another one arrives, three times at most', () => {
  render(
    <>
      <DesignImage design={design} />
      <DesignImage design={{ ...design, subject: 'Une rose' }} />
    </>,
  )
  const wolf = () => screen.getByRole('img', { name: /^Un loup/ })
  const tries = new Set<HTMLElement>()
  for (let load = 0; load < 6; load++) {
    tries.add(wolf())
    fireEvent.error(wolf())
    fireEvent.load(screen.getByRole('img', { name: /^Une rose/ }))
  }
  expect(tries.size).toBe(4)
})

test('images that did not load come back by themselves when the first of them arrives', () => {
  vi.useFakeTimers()
  render(
    <>
      <DesignImage design={design} />
      <DesignImage design={{ ...design, subject: 'Une rose' }} />
    </>,
  )
  const wolf = () => screen.getByRole('img', { name: /^Un loup/ })
  const rose = () => screen.getByRole('img', { name: /^Une rose/ })
  for (const image of [wolf(), rose()]) fireEvent.error(image)
  let shown = [wolf(), rose()]
  const renewed = () => [wolf(), rose()].filter((image) => !shown.includes(image))
  function probe() {
    // Images of the tests before, which are gone, come first.
    while (renewed().length === 0) act(() => vi.advanceTimersByTime(imageProbeMs))
    const [probed = wolf(), ...others] = renewed()
    expect(others).toEqual([])
    shown = [wolf(), rose()]
    return probed
  }
  // A long outage.
  for (let tries = 0; tries < 20; tries++) fireEvent.error(probe())
  const arrived = probe()
  fireEvent.load(arrived)
  const again = renewed()
  expect(again).toHaveLength(1)
  expect(again).not.toContain(arrived)
  vi.useRealTimers()
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
