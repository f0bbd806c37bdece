import { expect, test } from 'vitest'
import { type Examined, judge } from './examine-page.ts'

const route = { path: '/gallery', access: 'member', lang: 'fr', title: 'Mes Designs' } as const
const facts = {
  title: 'Mes Designs · Encre',
  lang: 'fr',
  defects: ['something lies over the header'],
  images: 12,
  passwords: 1,
  storageBytes: 10_000,
  databaseBytes: 0,
}
const live: Examined = {
  ms: 900,
  isHung: false,
  isShown: true,
  errors: ['GET /remotes/gallery/v1/a.js answered 500'],
  facts,
  requests: 4,
  imageBytes: 300_000,
  keptBytes: 150_000,
}

test.each<[string, Partial<Examined>, string[]]>([
  [
    'does what the live version does',
    { errors: ['GET /remotes/gallery/v2/a.js answered 500'] },
    [],
  ],
  [
    'uses up to three times as much',
    {
      ms: 5000,
      imageBytes: 900_000,
      keptBytes: 450_000,
      facts: { ...facts, storageBytes: 30_000 },
    },
    [],
  ],
  ['shows a third of the images', { facts: { ...facts, images: 4 } }, []],
  [
    'shows no images',
    { facts: { ...facts, images: 0 } },
    ['it shows 0 images, the live version 12'],
  ],
  ['shows nothing', { isShown: false }, ['nothing of it was shown']],
  ['logs another error', { errors: ['a key is missing'] }, ['a key is missing']],
  [
    'does not respond',
    { isHung: true, facts: null, errors: ['it did not respond'] },
    ['it did not respond'],
  ],
  [
    'leaks',
    { keptBytes: 900_000 },
    [
      'it keeps more memory each time it is opened, in bytes: 900000, the live version 150000, the limit is 450000',
    ],
  ],
  [
    'asks too often',
    { requests: 40 },
    ['it sends requests to its worker: 40, the live version 4, the limit is 12'],
  ],
  [
    'changes the language',
    { facts: { ...facts, lang: 'en' } },
    ['the language of the page is "en", its route says "fr"'],
  ],
  [
    'lacks the password field of its skeleton',
    { facts: { ...facts, passwords: 0 } },
    ['its skeleton asks for a password, the page does not'],
  ],
  [
    'names a token',
    {
      errors: [
        'Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhdXRoMHxhbmEifQ.c2lnbmF0dXJlc2lnbmF0dXJl failed',
      ],
    },
    [expect.not.stringContaining('eyJhbGciOiJSUzI1NiJ9')],
  ],
])('a version that %s', (_, changes, failures) => {
  expect(
    judge({ route, isShown: true, asksForPassword: true }, live, { ...live, ...changes }),
  ).toEqual(failures)
})
