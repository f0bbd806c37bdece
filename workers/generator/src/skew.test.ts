import { env } from 'cloudflare:workers'
import { releasedSchema } from '@encre/protocol/testing-release'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import released from '../contract.released.json'
import { callAs, newMember, postGeneration, readGeneration, waitForEnd } from './testing.ts'

// A request as a page of the last release sends it. Such a page may stay open for days.
const recorded = {
  style: 'traditional',
  size: 'custom',
  sizeDetail: '9 cm',
  placement: 'arm',
  placementDetail: null,
  colors: ['#000000'],
  description: 'Un loup hurlant',
  referenceId: null,
}

it('runs a generation for a page of the last release, with answers that the page can read', async () => {
  const member = newMember()
  releasedSchema(released, 'GenerationRequest').parse(recorded)
  const accepted = await postGeneration(member, recorded)
  expect(accepted.status).toBe(202)
  const { id } = z.parse(z.object({ id: z.string() }), releasedSchema(released, 'Generation').parse(await accepted.json()))

  await waitForEnd(member, id)
  const [list, ended, options] = await Promise.all(['/generations', `/generations/${id}`, '/options'].map((path) => callAs(member, path)))
  expect(releasedSchema(released, 'Generation').parse(await ended?.json())).toMatchObject({ state: 'done', request: recorded })
  expect(releasedSchema(released, 'GenerationList').parse(await list?.json())).toMatchObject({ generations: [{ id }] })
  releasedSchema(released, 'GeneratorOptions').parse(await options?.json())
})

it('reads rows that a newer worker wrote before a rollback', async () => {
  const member = newMember()
  const { id } = await waitForEnd(member, z.parse(z.object({ id: z.string() }), await (await postGeneration(member, recorded)).json()).id)
  await env.DB.prepare("update generations set request = json_set(request, '$.mood', 'sombre') where id = ?").bind(id).run()
  expect((await readGeneration(await callAs(member, `/generations/${id}`))).request).toEqual(recorded)
})
