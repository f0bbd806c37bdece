import { randomFillSync } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { encode } from 'fast-png'

/** A request for an image with everything that a fault needs to answer it. */
export interface Exchange {
  response: ServerResponse
  /** Number of this call for its generation, from 1. */
  call: number
  /** URL of the folder with this server's files. */
  files: string
}

export type AnswerFault = (exchange: Exchange) => unknown

const megabyte = 1024 * 1024
export const image = drawPng(new Uint8Array(1024 * 1024).fill(255))
const base64 = image.toString('base64')
const largeBase64 = drawPng(randomFillSync(new Uint8Array(1024 * 1024))).toString('base64')

/**
 * Provider behaviours by name. Select one in the prompt (`fault:hang`) or in the path of the base
 * URL (`/hang/v1`).
 */
export const faults = {
  // Answers like OpenAI.
  image: sendImage,
  'image-after-40-ms': async (exchange) => {
    await sleep(40)
    sendImage(exchange)
  },
  'image-after-3-s': async (exchange) => {
    await sleep(3000)
    sendImage(exchange)
  },
  'image-of-1-mb': ({ response }) => sendJson(response, { data: [{ b64_json: largeBase64 }] }),
  stream: ({ response }) => sendEvents(response, partial(), completed()),
  // As long as a real one.
  'stream-of-24-s': async ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const index of [0, 1, 2]) {
      await sleep(8000)
      response.write(partial(largeBase64, index))
    }
    response.end(completed(largeBase64))
  },

  // Refuses.
  'moderation-of-the-prompt': ({ response }) => refuse(response, 400, 'moderation_blocked'),
  'moderation-of-the-image': ({ response }) =>
    sendEvents(
      response,
      partial(),
      event('error', { error: { code: 'moderation_blocked', message: 'no' } }),
    ),
  'bad-key': ({ response }) => refuse(response, 401, 'invalid_api_key'),
  'model-gone': ({ response }) => refuse(response, 404, 'model_not_found'),
  'redirect-inward': ({ response }) =>
    response.writeHead(307, { location: 'http://169.254.169.254/v1/images/generations' }).end(),
  'status-500': ({ response }) => refuse(response, 500, 'server_error'),
  'no-money': ({ response }) => refuse(response, 429, 'insufficient_quota'),
  'older-billing-limit': ({ response }) => refuse(response, 400, 'billing_hard_limit_reached'),

  // Is busy.
  'status-429-for-1-s-once': (exchange) => refuseOnce(exchange, '1'),
  'status-429-for-5-s-once': (exchange) => refuseOnce(exchange, '5'),
  'status-503-for-an-hour': ({ response }) =>
    refuse(response, 503, 'overloaded', '', { 'retry-after': '3600' }),

  // Breaks the connection, or is slow.
  reset: ({ response }) => response.socket?.resetAndDestroy(),
  'cut-in-the-body': ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
    response.write('{"data":[{"b64_json":"', () => response.socket?.destroy())
  },
  'cut-in-the-stream': ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(partial(), () => response.socket?.resetAndDestroy())
  },
  hang: () => {},
  'hang-in-the-stream': ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(partial())
  },
  'slow-response': async ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    while (!response.destroyed) {
      response.write(' ')
      await sleep(100)
    }
  },

  // Answers without a usable image.
  'truncated-json': ({ response }) => sendText(response, 'application/json', '{"data":[{"b64_'),
  'bad-base64': ({ response }) => sendJson(response, { data: [{ b64_json: '!!!' }] }),
  'flood-of-60-mb': ({ response }) => sendFlood(response, 'application/json', 60),
  'flood-of-90-mb-in-the-stream': ({ response }) => sendFlood(response, 'text/event-stream', 90),
  'stream-without-its-end': ({ response }) => sendEvents(response, partial()),

  // Answers with the address of an image.
  address: (exchange) => sendAddress(exchange, `${exchange.files}/image.png`),
  'address-that-answers-the-third-time': (exchange) =>
    sendAddress(exchange, `${exchange.files}/flaky.png`),
  'address-that-answers-503-at-first': (exchange) =>
    sendAddress(exchange, `${exchange.files}/busy.png`),
  'address-that-is-gone': (exchange) => sendAddress(exchange, `${exchange.files}/gone.png`),
  'address-that-is-there-later': (exchange) => sendAddress(exchange, `${exchange.files}/later.png`),
  'address-that-redirects': (exchange) => sendAddress(exchange, `${exchange.files}/redirect.png`),
  'address-of-60-mb': (exchange) => sendAddress(exchange, `${exchange.files}/flood.png`),
  'address-on-loopback': (exchange) =>
    sendAddress(exchange, `${exchange.files}/image.png`.replace('localhost', '127.0.0.1')),
} satisfies Record<string, AnswerFault>

export type FaultName = Extract<keyof typeof faults, string>

let flakyDownloads = 0
let busyDownloads = 0
let laterDownloads = 0

/** The files at those addresses. */
export const files: Record<string, (response: ServerResponse) => unknown> = {
  'image.png': async (response) => {
    await sleep(40)
    response.end(image)
  },
  'flaky.png': (response) => (++flakyDownloads % 3 === 0 ? response.end(image) : cutFile(response)),
  // Fails more often than one run of the alarm retries.
  'busy.png': (response) =>
    ++busyDownloads % 5 === 0 ? response.end(image) : response.writeHead(503).end('busy'),
  'gone.png': (response) => response.writeHead(410).end('gone'),
  'later.png': (response) => {
    laterDownloads++
    if (laterDownloads === 3) response.end(image)
    else response.writeHead(laterDownloads === 1 ? 404 : 202).end()
  },
  'redirect.png': (response) => response.writeHead(302, { location: '/files/image.png' }).end(),
  'flood.png': (response) => sendFlood(response, 'image/png', 60),
}

function sendImage({ response }: Pick<Exchange, 'response'>): void {
  sendJson(response, { data: [{ b64_json: base64 }] })
}

function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  message = code,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(
    JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code } }),
  )
}

function refuseOnce(exchange: Exchange, retryAfter: string): void {
  if (exchange.call === 1) refuse(exchange.response, 429, 'busy', '', { 'retry-after': retryAfter })
  else sendImage(exchange)
}

function sendJson(response: ServerResponse, body: object): void {
  sendText(response, 'application/json', JSON.stringify(body))
}

function sendAddress({ response }: Exchange, url: string): void {
  sendJson(response, { data: [{ url }] })
}

function sendText(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'content-type': type }).end(text)
}

function sendEvents(response: ServerResponse, ...events: string[]): void {
  sendText(response, 'text/event-stream', events.join(''))
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}

function partial(b64_json = base64, partial_image_index = 0): string {
  return event('image_generation.partial_image', { b64_json, partial_image_index })
}

function completed(b64_json = base64): string {
  return event('image_generation.completed', { b64_json })
}

async function sendFlood(response: ServerResponse, type: string, megabytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': type })
  const chunks = [image, ...Array.from({ length: megabytes }, () => Buffer.alloc(megabyte))]
  // The worker closes the connection, as the test expects.
  await pipeline(Readable.from(chunks), response).catch(() => {})
}

/** Sends some bytes first: workerd itself retries a GET that fails before the first byte. */
function cutFile(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'image/png' })
  response.write(image.subarray(0, 100), () => response.socket?.resetAndDestroy())
}

/** A complete grey PNG of 1024 x 1024 pixels. */
function drawPng(data: Uint8Array): Buffer {
  return Buffer.from(encode({ width: 1024, height: 1024, data, channels: 1 }))
}
