import { clearTab, deleteLeftFiles } from '@encre/protocol/tab-files'
import { stubTabFiles } from '@encre/protocol/testing-tab-files'
import { beforeEach, expect, test } from 'vitest'
import { unset } from '../atelier/testing.ts'
import { storeDrawing, takeDrawing } from './drawing-over-sign-in.ts'

let browser: ReturnType<typeof stubTabFiles>

beforeEach(() => {
  browser = stubTabFiles()
})

const store = (name: string) =>
  storeDrawing(new File([name], 'dessin.png'), { name, origin: 'imported', settings: unset })

async function take() {
  const drawing = await takeDrawing()
  return drawing && [drawing.name, await drawing.file.text()]
}

test('a drawing survives the pages of its tab, and leaves the device with its return', async () => {
  const tab = browser.openTab()
  await store('loup')
  tab.leave()
  await deleteLeftFiles()
  expect(await take()).toEqual(['loup', 'loup'])
  expect(browser.names()).toEqual([])
  expect(await take()).toBeNull()
})

test('two tabs that sign in get their own drawing back', async () => {
  const first = browser.openTab()
  await store('loup')
  browser.openTab()
  await store('renard')
  await deleteLeftFiles()
  expect(await take()).toEqual(['renard', 'renard'])
  first.run()
  expect(await take()).toEqual(['loup', 'loup'])
})

test('a page keeps the drawing of a tab that comes back from its sign-in', async () => {
  const tab = browser.openTab()
  await store('loup')
  tab.leave()
  await deleteLeftFiles()
  browser.openTab()
  await deleteLeftFiles()
  tab.run()
  expect(await take()).toEqual(['loup', 'loup'])
})

test('the next page deletes the drawing of a closed tab, and nothing else', async () => {
  await caches.open('assets')
  const tab = browser.openTab()
  await store('loup')
  tab.leave()
  browser.openTab()
  await deleteLeftFiles()
  expect(browser.names()).toEqual(['assets'])
})

test('the drawing of a remote from before stays in its tab, and is deleted by another', async () => {
  const tab = browser.openTab()
  sessionStorage.setItem('encre.drawing', '{}')
  await caches.open('encre.drawing')
  await deleteLeftFiles()
  expect(browser.names()).toEqual(['encre.drawing'])
  tab.leave()
  browser.openTab()
  await deleteLeftFiles()
  expect(browser.names()).toEqual([])
})

test('a sign-out deletes the drawings of every tab', async () => {
  browser.openTab()
  await store('loup')
  browser.openTab()
  await store('renard')
  await clearTab()
  expect(browser.names()).toEqual([])
  expect(await take()).toBeNull()
})
