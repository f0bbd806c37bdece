import { afterEach, expect, test, vi } from 'vitest'
import { makeVersion } from '../testing-manifest.ts'
import { loadVersion } from './runtime.ts'

const url = 'http://localhost:3000/remotes/gallery/v1/remote-entry.js'
const Remote = () => null
const container = { get: async () => () => ({ Remote }), init: vi.fn() }
const integrity = { 'remote-entry.js': 'sha384-x' }
const createVersion = (version: string) => makeVersion('gallery', version, { integrity })

/** Answers for the browser when a script is appended. */
function answerScript(answer: (script: HTMLScriptElement) => void): HTMLScriptElement[] {
  const asked: HTMLScriptElement[] = []
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (!(script instanceof HTMLScriptElement)) return
    asked.push(script)
    queueMicrotask(() => answer(script))
  })
  return asked
}

afterEach(() => void Reflect.deleteProperty(window, 'gallery_v1'))

test('requests an entry like its preload link and returns its component', async () => {
  const asked = answerScript((script) => {
    Reflect.set(window, 'gallery_v1', container)
    script.dispatchEvent(new Event('load'))
  })
  expect((await loadVersion(createVersion('v1'))).Remote).toBe(Remote)
  expect(asked.map(({ src, crossOrigin, integrity }) => ({ src, crossOrigin, integrity }))).toEqual(
    [{ src: url, crossOrigin: 'anonymous', integrity: 'sha384-x' }],
  )
})

test('refuses an entry that throws while it runs', async () => {
  answerScript((script) => script.dispatchEvent(new Event('load')))
  await expect(loadVersion(createVersion('v2'))).rejects.toThrow('defines no gallery_v2')
})
