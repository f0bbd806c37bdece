import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { styles } from '@encre/protocol/catalogue'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Examples } from './examples.tsx'

const maximumBytes = 131_000

test('shows a lazily loaded design in each style, and says that it is drawn without AI', () => {
  render(<Examples />)
  const flash = within(screen.getByRole('region', { name: 'Sept styles, une planche' }))
  for (const { name } of styles) {
    expect(flash.getByText(name)).toBeDefined()
  }
  expect(
    flash.getByText('Exemples dessinés sans IA, par le dessinateur local d’Encre.'),
  ).toBeDefined()
  const steps = within(screen.getByRole('region', { name: 'Un design, de l’idée à la réponse' }))
  expect(steps.getAllByRole('img', { name: /rose|réponse/ })).toHaveLength(5)
  expect(steps.getByText(/^Vos images sont créées par une IA/)).toBeDefined()
  const images = [...document.querySelectorAll('img')]
  expect(images).toHaveLength(styles.length + 5)
  expect(images.map((image) => image.getAttribute('loading'))).toEqual(images.map(() => 'lazy'))
})

test('all images together have at most 131 kB', () => {
  const files = globSync('*.webp', { cwd: import.meta.dirname })
  expect(files.length).toBeGreaterThan(0)
  expect(
    files.reduce((sum, file) => sum + statSync(join(import.meta.dirname, file)).size, 0),
  ).toBeLessThanOrEqual(maximumBytes)
})
