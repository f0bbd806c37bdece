import { Hono } from 'hono'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readBody } from './body.ts'

const app = new Hono().post('/', async (c) => c.json(await readBody(c, z.strictObject({ name: z.string() }))))

async function send(body: string, type = 'application/json') {
  return (await app.request('/', { method: 'POST', headers: { 'content-type': type }, body })).json()
}

it('reads a body that fits', async () => {
  expect(await send('{"name":"é"}', 'application/json; charset=utf-8')).toEqual({ name: 'é' })
})

it('answers null for an unknown field, what is not JSON, another type and more than 64 kB', async () => {
  expect(await send('{"name":"a","admin":true}')).toBeNull()
  expect(await send('{"name":')).toBeNull()
  expect(await send('{"name":"a"}', 'text/plain')).toBeNull()
  expect(await send(JSON.stringify({ name: 'a'.repeat(65 * 1024) }))).toBeNull()
})
