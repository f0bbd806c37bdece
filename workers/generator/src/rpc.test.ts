import { env, exports } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { exportPageSize } from './rpc.ts'
import { callAs, startGeneration, waitForState, wholePng } from './testing.ts'

const textOf = (content: { text: string } | { key: string } | undefined) => (content && 'text' in content ? content.text : '')

it("has a member's generations and references, and nothing of another member's", async () => {
  const member = `auth0|${crypto.randomUUID()}`
  const upload = { method: 'POST', body: wholePng, headers: { 'content-type': 'image/png' } }
  const { id: referenceId } = await (await callAs(member, '/references', upload)).json<{ id: string }>()
  const { id } = await startGeneration(member, { description: 'Une ancre' })
  await waitForState(member, id, 'done')
  await startGeneration('auth0|other')

  const { files, next } = await exports.GenerationLedger.exportMember(member, null)
  expect(next).toBeNull()
  expect(files.map(({ path }) => path)).toEqual([expect.stringMatching(/^generations\/.+\.json$/), `references/${referenceId}.png`])
  const generations = JSON.parse(textOf(files[0]?.content))
  expect(generations).toMatchObject([{ id, state: 'done', model: 'gpt-image-2.5-flare', request: { description: 'Une ancre' } }])
  expect(files[1]?.content).toEqual({ key: referenceId })
  const opened = await exports.GenerationLedger.openExportedFile(member, referenceId)
  expect((await new Response(opened).bytes()).subarray(1, 4)).toEqual(new TextEncoder().encode('PNG'))
  expect(await exports.GenerationLedger.openExportedFile('auth0|other', referenceId)).toBeNull()
})

it('comes in pages, oldest first, each generation once', async () => {
  const member = `auth0|${crypto.randomUUID()}`
  const count = exportPageSize + 5
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  await env.DB.batch(
    ids.map((id, index) =>
      env.DB.prepare(
        `insert into generations (id, member_id, owner_key, idempotency_key, body_hash, state, request, request_id, day, created_at, updated_at)
         values (?1, ?2, 'owner', ?1, '', 'failed', ?3, '', '2026-11-20', ?4, ?4)`,
      ).bind(id, member, request, new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 2))).toISOString()),
    ),
  )
  const first = await exports.GenerationLedger.exportMember(member, null)
  const second = await exports.GenerationLedger.exportMember(member, first.next)
  expect(second.next).toBeNull()
  const exported = [...first.files, ...second.files].flatMap(({ content }) =>
    JSON.parse(textOf(content)).map(({ id }: { id: string }) => id),
  )
  expect(exported.toSorted()).toEqual(ids.toSorted())
  expect((await exports.GenerationLedger.exportMember('auth0|nobody', null)).files).toEqual([])
})

const request = JSON.stringify({
  ...{ style: 'dotwork', size: 'small', sizeDetail: null, placement: 'arm', placementDetail: null, colors: [] },
  ...{ description: 'x', referenceId: null },
})
