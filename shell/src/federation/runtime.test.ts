import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { expectEntry, loadEntry, runtime } from './runtime.ts'

const url = 'http://localhost:3000/remotes/gallery/v1/remote-entry.js'
const container = { get: vi.fn(), init: vi.fn() }

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

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  Reflect.deleteProperty(window, 'gallery_v1')
})

test('requests an entry like its preload link and returns its container', async () => {
  const asked = answerScript((script) => {
    Reflect.set(window, 'gallery_v1', container)
    script.dispatchEvent(new Event('load'))
  })
  expectEntry(url, 'sha384-x')
  expect(await loadEntry(url, 'gallery_v1')).toBe(container)
  expect(asked.map(({ src, crossOrigin, integrity }) => ({ src, crossOrigin, integrity }))).toEqual([
    { src: url, crossOrigin: 'anonymous', integrity: 'sha384-x' },
  ])
})

test('refuses an entry that throws while it runs', async () => {
  answerScript((script) => script.dispatchEvent(new Event('load')))
  await expect(loadEntry(url, 'gallery_v1')).rejects.toThrow('defines no gallery_v1')
})

test("gives remotes the page's own copy of React", () => {
  expect(runtime.loadShareSync<{ useState: unknown }>('react')().useState).toBe(useState)
})
