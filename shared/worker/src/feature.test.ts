import { createExecutionContext } from 'cloudflare:test'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createFeature } from './feature.ts'

test('answers requests and the sweep with the bindings of its worker', async () => {
  const app = new Hono<{ Bindings: { COLOUR: string } }>().get('/colour', (c) => c.text(c.env.COLOUR))
  const Feature = createFeature(app, async ({ COLOUR }: { COLOUR: string }) => ({ [COLOUR]: 1 }))
  const feature = new Feature(createExecutionContext(), { COLOUR: 'red' })
  expect(await (await feature.fetch(new Request('https://encre.test/colour'))).text()).toBe('red')
  expect(await feature.sweep()).toEqual({ red: 1 })
})
