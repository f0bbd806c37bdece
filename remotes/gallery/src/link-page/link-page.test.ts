import { repeatKeyHeader } from '@encre/protocol/repeat-key'
import { problemReply } from '@encre/remote-kit/testing'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answerMessages, reportMessages } from '../atelier/workbench/atelier-messages.ts'
import { allowOwnWorkers } from './allow-own-workers.ts'
import { reportOpening } from './report-opening.ts'
import { sendWords } from './send-words.ts'

afterEach(() => document.body.replaceChildren())

function open(reply: () => Promise<Response>, url: string | undefined = '/answers') {
  document.body.innerHTML = `<section id="answer" hidden><textarea id="answer-text"></textarea><button type="button" id="answer-send">Envoyer</button>
    <p id="answer-status"></p></section>`
  const send = vi.fn((_url: string, _init: RequestInit) => reply())
  vi.stubGlobal('fetch', send)
  sendWords(document, 'answer', url, answerMessages)
  const field = document.querySelector('textarea')
  const button = document.querySelector('button')
  const status = document.querySelector('p')
  if (!field || !button || !status) throw new Error('the page has no form')
  const answer = async (text: string) => {
    await userEvent.type(field, text)
    await userEvent.click(button)
  }
  return { send, field, button, status, answer }
}

test('sends the artist’s words and says how many answers are left', async () => {
  const { send, field, button, status, answer } = open(async () =>
    Response.json({ left: 4 }, { status: 201 }),
  )
  await userEvent.click(button)
  expect([status.textContent, document.activeElement]).toEqual(['Écrivez votre réponse.', field])
  await answer('Plus\u00ad grand ')
  expect(send.mock.calls.map(([url]) => url)).toEqual(['/answers'])
  expect(send.mock.calls[0]?.[1]).toMatchObject({
    body: JSON.stringify({ text: 'Plus grand' }),
    headers: { 'Idempotency-Key': expect.any(String) },
  })
  await vi.waitFor(() =>
    expect([status.textContent, field.value]).toEqual([
      'Réponse envoyée. Vous pouvez encore en envoyer 4.',
      '',
    ]),
  )
})

test('sends an answer of one press with what it advises, and keeps the words of the field', async () => {
  const { send, field } = open(async () => Response.json({ left: 4 }, { status: 201 }))
  document
    .querySelector('section')
    ?.insertAdjacentHTML(
      'beforeend',
      '<div id="verdicts" hidden><button value="larger" data-size-mm="140">14 cm au moins</button></div>',
    )
  sendWords(document, 'answer', '/answers', answerMessages)
  await userEvent.type(field, 'Et plus')
  expect(document.getElementById('verdicts')?.hidden).toBe(false)
  const press = [...document.querySelectorAll('button')].at(-1)
  if (press) await userEvent.click(press)
  await vi.waitFor(() => expect(document.querySelector('p')?.textContent).toMatch(/envoyée/))
  expect(send.mock.calls.map(([, { body }]) => body)).toEqual([
    JSON.stringify({ text: '14 cm au moins', verdict: 'larger', sizeMm: 140 }),
  ])
  expect(field.value).toBe('Et plus')
})

const unknown =
  'Nous ne savons pas encore si la réponse est arrivée. Nous redemandons ; si vous réessayez, elle ne part pas deux fois.'

test.each<{ sentence: string; reply: () => Promise<Response> }>([
  {
    sentence: 'Ce lien n’existe plus : la réponse n’est pas partie.',
    reply: async () => problemReply('not-found', 404)(),
  },
  {
    sentence: 'Ce lien n’accepte plus de réponse.',
    reply: async () => problemReply('too-many-answers', 409)(),
  },
  {
    sentence: 'Trop d’envois. Réessayez dans une minute.',
    reply: async () => problemReply('resource-exhausted', 429)(),
  },
])('keeps the words and says $sentence', async ({ sentence, reply }) => {
  const { field, status, answer } = open(reply)
  await answer('Plus grand')
  await vi.waitFor(() =>
    expect([status.textContent, field.value]).toEqual([sentence, 'Plus grand']),
  )
})

test.each<{ loss: string; lose: () => Promise<Response> }>([
  {
    loss: 'a bad gateway',
    lose: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
  },
  { loss: 'no connection', lose: () => Promise.reject(new TypeError('connection reset')) },
])('keeps the words after $loss, and asks again until it knows', async ({ lose }) => {
  let reply = lose
  const { field, status, answer } = open(() => reply())
  await answer('Plus grand')
  await vi.waitFor(() => expect([status.textContent, field.value]).toEqual([unknown, 'Plus grand']))
  reply = async () => problemReply('not-found', 404)()
  dispatchEvent(new Event('online'))
  await vi.waitFor(() =>
    expect(status.textContent).toBe('Ce lien n’existe plus : la réponse n’est pas partie.'),
  )
})

test('says how much of a paste is cut', async () => {
  const { field, status } = open(async () => Response.json({ left: 4 }))
  field.maxLength = 600
  field.value = 'a'.repeat(590)
  field.focus()
  await userEvent.paste('b'.repeat(12))
  expect(status.textContent).toBe('Collage coupé : 2 caractères en trop.')
})

test('sends an answer whose reply was lost with the same key again, by itself and by hand', async () => {
  let isDown = true
  const { send, button, status, answer } = open(async () => {
    if (isDown) throw new TypeError('connection reset')
    return Response.json({ left: 4 }, { status: 201 })
  })
  await answer('Plus grand')
  await vi.waitFor(() => expect(status.textContent).toBe(unknown))
  expect(button.ariaDisabled).toBe('false')
  isDown = false
  await userEvent.click(button)
  await vi.waitFor(() => expect(status.textContent).toMatch(/^Réponse envoyée/))
  const keyOf = (call: number) =>
    new Headers(send.mock.calls[call]?.[1].headers).get(repeatKeyHeader)
  const ids = [0, 1, 2].map(keyOf)
  expect(ids[0]).not.toBeNull()
  expect(send).toHaveBeenCalledTimes(3)
  expect(new Set(ids).size).toBe(1)

  await answer('Plus grand')
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(4))
  expect(keyOf(3)).not.toBe(ids[0])
})

test.each([
  {
    worker: 'a worker that gives a number',
    answer: () => Response.json({ number: 7, url: 'https://encre.test/f/s/1' }, { status: 201 }),
    said: 'Signalement n° 7 envoyé à l’éditeur du site. Gardez cette adresse, où paraîtra sa décision : https://encre.test/f/s/1',
  },
  {
    worker: 'an older worker',
    answer: () => new Response(null, { status: 204 }),
    said: 'Signalement envoyé à l’éditeur du site. Merci.',
  },
])('sends one report to $worker, and says that it has arrived', async ({ answer, said }) => {
  open(async () => answer(), '')
  document.body.innerHTML = document.body.innerHTML.replaceAll('answer', 'report')
  sendWords(document, 'report', '/reports', reportMessages)
  const own = document.querySelector('textarea')
  const send = document.querySelector('button')
  if (!own || !send) throw new Error('the page has no form')
  await userEvent.type(own, 'Une menace')
  await userEvent.click(send)
  await vi.waitFor(() => expect(document.querySelector('p')?.textContent).toBe(said))
  expect(send.disabled).toBe(true)
})

describe('its Trusted Types', () => {
  type Decide = (url: string) => string | null

  test('accept the workers of a release, no other address, no HTML and no script text', () => {
    const createPolicy = vi.fn((_name: string, _rules: { createScriptURL: Decide }) => {})
    vi.stubGlobal('trustedTypes', { createPolicy })
    allowOwnWorkers()
    const [name, rules = { createScriptURL: () => null }] = createPolicy.mock.calls[0] ?? []
    expect([name, Object.keys(rules)]).toEqual(['default', ['createScriptURL']])
    const decide: Decide = rules.createScriptURL
    const own = `${location.origin}/remotes/gallery/v1/scripts/../workers/stencil.js`
    expect(decide(own)).toBe(own)
    const ours = ['/api/gallery/links/token/image', '/remotes/../api/x']
    for (const url of [
      ...ours,
      'https://elsewhere.test/remotes/x.js',
      'data:text/javascript,1',
      'blob:x',
    ])
      expect(decide(url), url).toBeNull()
  })
})

describe('its opening', () => {
  const url = '/api/gallery/links/token/openings'
  const sendBeacon = vi.fn(() => true)

  function openPage(visibility: DocumentVisibilityState, prerendering = false) {
    vi.stubGlobal('navigator', { sendBeacon })
    const page = Object.assign(document.implementation.createHTMLDocument(), { prerendering })
    Object.defineProperty(page, 'visibilityState', { configurable: true, get: () => visibility })
    reportOpening(page, url)
    return {
      become: (state: DocumentVisibilityState) => {
        visibility = state
        page.dispatchEvent(new Event('visibilitychange'))
      },
      activate: () => {
        page.prerendering = false
        page.dispatchEvent(new Event('prerenderingchange'))
      },
    }
  }

  afterEach(() => {
    sendBeacon.mockClear()
  })

  test('reports a page that is visible, once', () => {
    const page = openPage('visible')
    page.become('hidden')
    page.become('visible')
    expect(sendBeacon.mock.calls).toEqual([[url]])
  })

  test('does not report a page that the browser only prepares', () => {
    const page = openPage('visible', true)
    page.become('visible')
    expect(sendBeacon).not.toHaveBeenCalled()
    page.activate()
    expect(sendBeacon).toHaveBeenCalledOnce()
  })
})
