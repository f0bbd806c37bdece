import { expect, test } from 'vitest'
import { readBrief } from './brief.ts'

const product =
  'Create a portrait animalier tattoo design. Subject: un loup. Avec une rose rouge. Use these ink colors: black (#000000), blue (#0066cc). Tattoo size: Grand (18+ cm). Placement: Épaule. realistic animal portrait, minimal detail. High-quality tattoo flash: clean confident linework.'

test('reads the prompt of the product, dots in the subject included', () => {
  const brief = readBrief(product)
  expect(brief.subjects.map(({ subject }) => subject.shape)).toEqual(['wolf-head', 'rose'])
  expect(brief).toMatchObject({ style: 'animal-portrait', colours: ['#000000', '#0066cc'], placement: 'shoulder', centimetres: 18 })
})

test('takes black alone when the prompt says so', () => {
  expect(readBrief('Subject: une rose rouge. Use black ink. Tattoo size: 4 cm.')).toMatchObject({ colours: ['#000000'], centimetres: 4 })
})

test('reads free text of another client', () => {
  const brief = readBrief('a blue watercolor fox on my forearm')
  expect(brief).toMatchObject({ style: 'watercolor', colours: ['#0066cc'], placement: 'arm' })
  expect(brief.subjects[0]?.subject.shape).toBe('fox')
})

test('understands what members type for a size and a place of their own', () => {
  const sized = (size: string) => readBrief(`Subject: x. Use black ink. Tattoo size: ${size}. Placement: le mollet gauche.`)
  expect(sized('7,5 cm')).toMatchObject({ centimetres: 7.5, placement: 'leg' })
  expect(sized('45 mm').centimetres).toBe(4.5)
  expect(sized('comme ma main').centimetres).toBe(12.5)
})
