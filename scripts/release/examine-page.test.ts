import { expect, test } from 'vitest'
import { type Examined, judge } from './examine-page.ts'

const route = { path: '/gallery', access: 'member', lang: 'fr', title: 'Mes Designs' } as const
const facts = {
  title: 'Mes Designs · Encre',
  lang: 'fr',
  defects: ['something lies over the header'],
  images: 12,
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

test.each<{ name: string; changes: Partial<Examined>; failures: string[] }>([
  {
    name: 'does what the live version does',
    changes: { errors: ['GET /remotes/gallery/v2/a.js answered 500'] },
    failures: [],
  },
  {
    name: 'uses up to three times as much',
    changes: {
      ms: 5000,
      imageBytes: 900_000,
      keptBytes: 450_000,
      facts: { ...facts, storageBytes: 30_000 },
    },
    failures: [],
  },
  {
    name: 'shows a third of the images',
    changes: { facts: { ...facts, images: 4 } },
    failures: [],
  },
  {
    name: 'shows no images',
    changes: { facts: { ...facts, images: 0 } },
    failures: ['it shows 0 images, the live version 12'],
  },
  { name: 'shows nothing', changes: { isShown: false }, failures: ['nothing of it was shown'] },
  {
    name: 'logs another error',
    changes: { errors: ['a key is missing'] },
    failures: ['a key is missing'],
  },
  {
    name: 'does not respond',
    changes: { isHung: true, facts: null, errors: ['it did not respond'] },
    failures: ['it did not respond'],
  },
  {
    name: 'leaks',
    changes: { keptBytes: 900_000 },
    failures: [
      'it keeps more memory each time it is opened, in bytes: 900000, the live version 150000, the limit is 450000',
    ],
  },
  {
    name: 'asks too often',
    changes: { requests: 40 },
    failures: ['it sends requests to its worker: 40, the live version 4, the limit is 12'],
  },
  {
    name: 'changes the language',
    changes: { facts: { ...facts, lang: 'en' } },
    failures: ['the language of the page is "en", its route says "fr"'],
  },
  {
    name: 'names a token',
    changes: {
      errors: [
        'Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhdXRoMHxhbmEifQ.c2lnbmF0dXJlc2lnbmF0dXJl failed',
      ],
    },
    failures: [expect.not.stringContaining('eyJhbGciOiJSUzI1NiJ9')],
  },
])('a version that $name', ({ changes, failures }) => {
  expect(judge({ route, isShown: true }, live, { ...live, ...changes })).toEqual(failures)
})
