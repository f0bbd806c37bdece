import { env, exports } from 'cloudflare:workers'
import { releasedSchema } from '@encre/protocol/testing-release'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import released from '../contract.released.json'
import { insertGenerations } from './generations/testing.ts'
import { exportPageSize } from './rpc.ts'
import { member, readGeneration, TestMember } from './testing.ts'

const textOf = (content: { text: string } | { key: string } | undefined) =>
  content && 'text' in content ? content.text : ''

it("has a member's generations and references, and nothing of another member's", async () => {
  const referenceId = await member.uploadReference()
  const { id } = await member.generate({ description: 'Une ancre' })
  await new TestMember('auth0|other').start()

  const { files, next } = await exports.GenerationLedger.exportMember(member.id, null)
  expect(next).toBeNull()
  expect(files.map(({ path }) => path)).toEqual([
    expect.stringMatching(/^generations\/.+\.json$/),
    `references/${referenceId}.png`,
    'generations/member_usage.json',
  ])
  const generations = JSON.parse(textOf(files[0]?.content))
  expect(generations).toMatchObject([
    { id, state: 'done', model: 'gpt-image-2.5-flare', request: { description: 'Une ancre' } },
  ])
  expect(files[1]?.content).toEqual({ key: referenceId })
  expect(JSON.parse(textOf(files[2]?.content))).toEqual([{ day: expect.any(String), used: 1 }])
  const opened = await exports.GenerationLedger.openExportedFile(member.id, referenceId)
  expect((await new Response(opened).bytes()).subarray(1, 4)).toEqual(
    new TextEncoder().encode('PNG'),
  )
  expect(await exports.GenerationLedger.openExportedFile('auth0|other', referenceId)).toBeNull()
})

it('comes in pages, oldest first, each generation once', async () => {
  const ids = await insertGenerations(member.id, Array(exportPageSize + 5).fill('done'), (index) =>
    Date.UTC(2026, 0, 1, 0, Math.floor(index / 2)),
  )
  const first = await exports.GenerationLedger.exportMember(member.id, null)
  const second = await exports.GenerationLedger.exportMember(member.id, first.next)
  expect(second.next).toBeNull()
  const generations = [...first.files, ...second.files].filter(
    ({ path }) => path !== 'generations/member_usage.json',
  )
  const exported = generations.flatMap(({ content }) =>
    JSON.parse(textOf(content)).map(({ id }: { id: string }) => id),
  )
  expect(exported.toSorted()).toEqual(ids.toSorted())
  expect((await exports.GenerationLedger.exportMember('auth0|nobody', null)).files).toEqual([])
})

describe('a page of the last release', () => {
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
    releasedSchema(released, 'GenerationRequest').parse(recorded)
    const accepted = await member.post(recorded)
    expect(accepted.status).toBe(202)
    const { id } = z.parse(
      z.object({ id: z.string() }),
      releasedSchema(released, 'Generation').parse(await accepted.json()),
    )
    await member.waitForEnd(id)
    const [list, ended, options] = await Promise.all(
      ['/generations', `/generations/${id}`, '/options'].map((path) => member.call(path)),
    )
    expect(releasedSchema(released, 'Generation').parse(await ended?.json())).toMatchObject({
      state: 'done',
      request: recorded,
    })
    expect(releasedSchema(released, 'GenerationList').parse(await list?.json())).toMatchObject({
      generations: [{ id }],
    })
    releasedSchema(released, 'GeneratorOptions').parse(await options?.json())
  })

  it('reads rows that a newer worker wrote before a rollback', async () => {
    const { id } = await member.generate(recorded)
    await env.DB.prepare(
      "update generations set request = json_set(request, '$.mood', 'sombre') where id = ?",
    )
      .bind(id)
      .run()
    expect((await readGeneration(await member.call(`/generations/${id}`))).request).toMatchObject(
      recorded,
    )
  })
})
