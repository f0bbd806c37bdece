import { describe, expect, test } from 'vitest'
import { readBrief } from './brief.ts'
import { findArt, findShape } from './shapes.ts'
import { subjects } from './subjects/catalogue.ts'
import { findSubjects } from './subjects/find-subjects.ts'

const product =
  'Create a portrait animalier tattoo design. Subject: un loup. Avec une rose rouge. Use these ink colors: black (#000000), blue (#0066cc). Tattoo size: Grand (18+ cm). Placement: Épaule. realistic animal portrait, minimal detail. High-quality tattoo flash: clean confident linework.'

test('reads the prompt of the product, dots in the subject included', () => {
  const brief = readBrief(product)
  expect(brief.subjects.map(({ subject }) => subject.shape)).toEqual(['wolf-head', 'rose'])
  expect(brief).toMatchObject({
    style: 'animal-portrait',
    colours: ['#000000', '#0066cc'],
    placement: 'shoulder',
    centimetres: 18,
  })
})

test('reads free text of another client', () => {
  const brief = readBrief('a blue watercolor fox on my forearm')
  expect(brief).toMatchObject({ style: 'watercolor', colours: ['#0066cc'], placement: 'arm' })
  expect(brief.subjects[0]?.subject.shape).toBe('fox')
})

test('understands what members type for a size and a place of their own', () => {
  const sized = (size: string) =>
    readBrief(`Subject: x. Use black ink. Tattoo size: ${size}. Placement: le mollet gauche.`)
  expect(sized('7,5 cm')).toMatchObject({ centimetres: 7.5, placement: 'leg' })
  expect([sized('45 mm').centimetres, sized('comme ma main').centimetres]).toEqual([4.5, 12.5])
})

describe('the subjects of a description', () => {
  test('knows more than two hundred subjects, and has a shape for each', () => {
    expect(subjects.length).toBeGreaterThan(200)
    for (const { shape } of subjects) {
      if (!findArt(shape)) expect(findShape(shape)).toMatch(/^M/)
    }
  })

  test('gives a word to one subject only', () => {
    const words = subjects.flatMap((subject) => subject.words)
    expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([])
  })

  test.for([
    ['un loup sous la lune avec des roses', ['1 wolf-head', '1 moon', '2 rose']],
    ['CRANE, epees, chateaux', ['1 death-skull', '2 broadsword', '2 castle']],
    ['une rose des vents', ['1 compass']],
    ['carpes koïs et fleurs de cerisier', ['2 koi', '2 sakura']],
    ['œil d’Horus', ['1 eye-of-horus']],
    ['un serpent autour d’un poignard et une rose', ['1 snake-dagger', '1 rose']],
    ['deux serpents et un poignard', ['2 snake', '1 plain-dagger']],
    ['quelque chose de doux', []],
  ] as const)('reads "%s"', ([text, shapes]) => {
    expect(findSubjects(text).map(({ subject, count }) => `${count} ${subject.shape}`)).toEqual(
      shapes,
    )
  })
})
