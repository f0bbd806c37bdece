import { expect, type Page, test } from '@playwright/test'
import { recordRequests } from '../src/comparison/presses.ts'
import { recorderScript } from '../src/comparison/recorder.ts'
import type { ServedVersion } from '../src/comparison/serve-version.ts'

const origin = 'http://encre.test'
// Neither is asked for anything here: no page of another remote is opened.
const release = { name: 'gallery', routes: [] } as unknown as ServedVersion['release']
const served = { origin, release } as ServedVersion

/** Each answer of the browser comes so much later, which no quiet round waits for by itself. */
const answerMs = 500

/** Runs before the recorder, which takes these for the browser's own. */
function slowDown(milliseconds: number): void {
  const { setTimeout } = window
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
  window.createImageBitmap = wait as never
  HTMLImageElement.prototype.decode = wait
  OffscreenCanvas.prototype.convertToBlob = wait as never
  Blob.prototype.text = wait as never
  Response.prototype.json = wait
}

const remote = '/remotes/gallery/v1/a.js'

/** What a page does before it shows the word, by who does it. */
const work: Record<string, { script: string; code: string }> = {
  'a picture that is decoded': {
    script: remote,
    code: 'new Image().decode().then(show)',
  },
  'a bitmap': {
    script: remote,
    code: 'createImageBitmap(new Blob()).then(show)',
  },
  'a canvas that becomes a file': {
    script: remote,
    code: 'new OffscreenCanvas(1, 1).convertToBlob().then(show)',
  },
  'a file that is read': {
    script: remote,
    code: 'new Blob().text().then(show)',
  },
  'an answer that is read': {
    script: '/js/shell.js',
    code: 'new Response("{}").json().then(show)',
  },
  'a request': { script: '/js/shell.js', code: 'fetch("/api/gallery/designs").then(show)' },
  'a worker': {
    script: remote,
    code: `const worker = new Worker(URL.createObjectURL(new Blob(
      ['onmessage = () => setTimeout(() => postMessage(1), ${answerMs})'])))
      worker.onmessage = show
      worker.postMessage(1)`,
  },
  'a timer of a remote': {
    script: remote,
    code: 'setTimeout(show, 900)',
  },
  'a timer of React, in a file of the shell': {
    script: '/js/react.js',
    code: 'setTimeout(show, 900)',
  },
  'one timer after another': {
    script: remote,
    code: 'setTimeout(() => setTimeout(() => setTimeout(show, 600), 600), 600)',
  },
  'a timer after an answer': {
    script: remote,
    code: 'new Image().decode().then(() => setTimeout(show, 900))',
  },
}

async function openPage(page: Page, script: string, code: string) {
  await page.addInitScript(slowDown, answerMs)
  await page.addInitScript({ content: recorderScript })
  await page.route('**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const body =
      pathname === script
        ? `const show = () => document.querySelector('main').append('shown');${code}`
        : '{}'
    if (pathname.startsWith('/api/')) await new Promise((resolve) => setTimeout(resolve, answerMs))
    return pathname === '/'
      ? route.fulfill({
          contentType: 'text/html',
          body: `<main></main><script src="${script}"></script>`,
        })
      : route.fulfill({
          contentType: pathname === script ? 'text/javascript' : 'application/json',
          body,
        })
  })
  const requests = recordRequests(page, served)
  await page.goto(`${origin}/`)
  await requests.settle()
}

for (const [name, { script, code }] of Object.entries(work)) {
  test(`a visit waits for ${name} @core`, async ({ page }) => {
    await openPage(page, script, code)
    expect(await page.locator('main').textContent()).toBe('shown')
  })
}

test('a visit does not wait for what is due later @core', async ({ page }) => {
  await openPage(page, remote, 'setTimeout(show, 300_000)')
  expect(await page.locator('main').textContent()).toBe('')
})
