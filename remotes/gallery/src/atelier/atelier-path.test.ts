import { expect, test } from 'vitest'
import { galleryPath } from '../filter/gallery-filter.ts'
import { atelierPath, readAtelierPath } from './atelier-path.ts'

test('a design’s address names its id, its tab and the filter of the gallery', () => {
  const path = readAtelierPath('/gallery/loup?style=dotwork&vue=fiche')
  expect(path).toMatchObject({ designId: 'loup', view: 'fiche' })
  expect(path && atelierPath('rose', path.filter, path.view)).toBe('/gallery/rose?style=dotwork&vue=fiche')
  expect(path && galleryPath(path.filter)).toBe('/gallery?style=dotwork')
  expect(readAtelierPath('/gallery/loup?q=lune&favourites=true&sort=oldest&x=1')?.filter).toBe('q=lune&favourites=true&sort=oldest')
})

test('the first tab needs no name, and an unknown one is the first', () => {
  expect(atelierPath('loup', '', 'calque')).toBe('/gallery/loup')
  expect(readAtelierPath('/gallery/loup?vue=3d')?.view).toBe('calque')
})

test.each(['/gallery', '/gallery?vue=fiche', '/gallery/a/b', '/generator'])('%s is no design', (path) => {
  expect(readAtelierPath(path)).toBeNull()
})
