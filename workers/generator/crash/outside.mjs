// What lies outside the site: a tenant that signs tokens, and a provider that counts its calls and says when they come.
import { generateKeyPairSync, sign } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const image = drawPng(1024).toString('base64')

/** `calls` counts by subject; `moments` emits `asked` when a call arrives. */
export async function openOutside({ answerAfterMs }) {
  const moments = new EventEmitter()
  const calls = new Map()
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/.well-known/jwks.json') return response.end(JSON.stringify({ keys: [publicJwk()] }))
    const body = JSON.parse(Buffer.concat(await Array.fromAsync(request)))
    const subject = body.prompt.match(/subject-\d+/)[0]
    calls.set(subject, (calls.get(subject) ?? 0) + 1)
    moments.emit('asked', subject)
    await new Promise((resolve) => setTimeout(resolve, answerAfterMs))
    response.end(JSON.stringify({ data: [{ b64_json: image }] }))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${server.address().port}`
  return { origin, calls, moments, signToken: (member) => signToken(origin, member), close: () => server.close() }
}

function publicJwk() {
  return { ...publicKey.export({ format: 'jwk' }), kid: 'crash', alg: 'RS256', use: 'sig' }
}

function signToken(origin, member) {
  const now = Math.floor(Date.now() / 1000)
  const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = { iss: `${origin}/`, aud: 'https://encre.example/api', sub: member, iat: now, exp: now + 24 * 3600 }
  const text = `${encode({ alg: 'RS256', kid: 'crash' })}.${encode(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
}

function drawPng(side) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 0], 8)
  const pixels = Buffer.alloc((side + 1) * side, 255)
  for (let row = 0; row < side; row++) pixels[row * (side + 1)] = 0
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))])
}
