import { expect, test } from 'vitest'
import { findArt, findShape } from '../shapes.ts'
import { subjects } from './catalogue.ts'
import { findSubjects } from './find-subjects.ts'

function shapesOf(text: string): string[] {
  return findSubjects(text).map(({ subject, count }) => `${count} ${subject.shape}`)
}

test('knows more than two hundred subjects, and has a shape for each', () => {
  expect(subjects.length).toBeGreaterThan(200)
  for (const { shape } of subjects) if (!findArt(shape)) expect(findShape(shape)).toMatch(/^M/)
})

test('gives a word to one subject only', () => {
  const words = subjects.flatMap((subject) => subject.words)
  expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([])
})

test.for([
  ['un loup sous la lune avec des roses', ['1 wolf-head', '1 moon', '2 rose']],
  ['Three wolves and a dragon', ['3 wolf-head', '1 spiked-dragon-head']],
  ['CRANE, epees, chateaux', ['1 death-skull', '2 broadsword', '2 castle']],
  ['une rose des vents', ['1 compass']],
  ['carpes koïs et fleurs de cerisier', ['2 koi', '2 sakura']],
  ['œil d’Horus', ['1 eye-of-horus']],
  ['des yeux de chat', ['1 eye', '1 cat']],
  ['deux hirondelles', ['2 swallow']],
  ['un serpent autour d’un poignard et une rose', ['1 snake-dagger', '1 rose']],
  ['deux serpents et un poignard', ['2 snake', '1 plain-dagger']],
  ['quelque chose de doux', []],
] as const)('reads "%s"', ([text, shapes]) => {
  expect(shapesOf(text)).toEqual(shapes)
})
