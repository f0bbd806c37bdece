import { expect, test } from 'vitest'
import {
  designPath,
  ideaPath,
  readIdea,
  readRetouchedId,
  readReturnTo,
  readVariation,
  retouchPath,
  signInPath,
  variationPath,
} from './links.ts'

const id = 'a/b?c=1&d é'

test('an address is read as it was written, whatever its parts contain', () => {
  expect(readVariation(variationPath({ designId: id, asReference: true }))).toEqual({
    designId: id,
    asReference: true,
  })
  expect(readVariation(variationPath({ designId: id, asReference: false }))).toEqual({
    designId: id,
    asReference: false,
  })
  expect(readRetouchedId(retouchPath(id))).toBe(id)
  expect(readIdea(ideaPath({ words: id, style: 'dotwork' }))).toEqual({
    words: id,
    style: 'dotwork',
  })
  expect(readReturnTo(signInPath('/calque?vue=fiche'))).toBe('/calque?vue=fiche')
})

test('the id of a design is one segment of its path', () => {
  expect(new URL(designPath(id), 'https://encre.test').pathname.split('/').slice(0, -1)).toEqual([
    '',
    'gallery',
  ])
})

test('an address of another page is no variation, retouch, idea or way back', () => {
  const other = '/gallery?style=dotwork'
  expect(readVariation(other)).toBeNull()
  expect(readRetouchedId(other)).toBeNull()
  expect(readIdea(other)).toBeNull()
  expect(readReturnTo(other)).toBeNull()
})

test('addresses of open pages and bookmarks stay valid', () => {
  expect(readVariation('/generator?from=d7')).toEqual({ designId: 'd7', asReference: false })
  expect(readVariation('/generator?from=d7&reference=true')).toEqual({
    designId: 'd7',
    asReference: true,
  })
  expect(readRetouchedId('/generator?retoucher=d7')).toBe('d7')
  expect(readIdea('/generator?idee=un+loup&style=dotwork')).toEqual({
    words: 'un loup',
    style: 'dotwork',
  })
  expect(readIdea('/generator?idee=un%20loup')).toEqual({ words: 'un loup', style: '' })
  expect(readReturnTo('/sign-in?retour=/calque')).toBe('/calque')
  expect(designPath('d7')).toBe('/gallery/d7')
})
