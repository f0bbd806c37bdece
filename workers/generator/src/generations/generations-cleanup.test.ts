import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { describe, expect, it } from 'vitest'
import { endedGenerationLifetimeMs } from '../lifetimes.ts'
import { dayOf } from '../limits/limits.ts'
import { callAs, hang, library, newMember, provider, startGeneration, waitForEnd, waitForState, wholePng } from '../testing.ts'
import { acceptOnly, setUpdated, stateOf } from './testing.ts'

const dayMs = 24 * 60 * 60 * 1000

describe('the sweep', () => {
  it('deletes a generation thirty days after its end, and not its design', async () => {
    const member = newMember()
    const { id } = await startGeneration(member)
    await waitForEnd(member, id)
    await setUpdated(id, endedGenerationLifetimeMs - dayMs)
    await exports.default.sweep()
    expect(await stateOf(id)).toBe('done')
    await setUpdated(id, endedGenerationLifetimeMs + dayMs)
    expect(await exports.default.sweep()).toMatchObject({ generations: 1 })
    expect((await callAs(member, `/generations/${id}`)).status).toBe(404)
    expect(await env.DB.prepare('select count(*) as count from attempts where generation_id = ?').bind(id).first('count')).toBe(0)
    expect(await library.findDesign(member, id)).not.toBeNull()
  })

  it('does not delete a running generation, however old it is', async () => {
    const member = newMember()
    const id = await acceptOnly(member)
    await setUpdated(id, endedGenerationLifetimeMs + dayMs)
    expect(await exports.default.sweep()).toMatchObject({ generations: 0, restarted: 1 })
    expect((await waitForEnd(member, id)).state).toBe('done')
  })

  it('deletes the usage of days more than a week ago', async () => {
    const dayAgo = (days: number) => dayOf(new Date(Date.now() - days * dayMs).toISOString())
    const member = newMember()
    for (const days of [6, 9]) {
      await env.DB.prepare('insert into member_usage (day, member_id, used) values (?, ?, 2)').bind(dayAgo(days), member).run()
      await env.DB.prepare('insert into site_usage (day, used) values (?, 2)').bind(dayAgo(days)).run()
    }
    expect(await exports.default.sweep()).toMatchObject({ days: 2 })
    const left = await env.DB.prepare('select day from member_usage where member_id = ? union all select day from site_usage where day < ?')
      .bind(member, dayAgo(1))
      .all()
    expect(left.results).toEqual([{ day: dayAgo(6) }, { day: dayAgo(6) }])
  })
})

describe('an erased account', () => {
  it('loses its generations, references and running calls, and nothing is saved afterwards', async () => {
    const member = newMember()
    provider.answer = hang
    await callAs(member, '/references', { method: 'POST', body: wholePng })
    const { id } = await startGeneration(member)
    await waitForState(member, id, 'calling')
    await exports.GenerationLedger.eraseMember(member)
    expect((await callAs(member, `/generations/${id}`)).status).toBe(404)
    for (const table of ['generations', 'reference_images', 'member_usage']) {
      expect(await env.DB.prepare(`select count(*) as n from ${table} where member_id = ?`).bind(member).first('n')).toBe(0)
    }
    expect((await env.REFERENCES.list({ prefix: `owners/${await ownerKey(member)}/` })).objects).toEqual([])
    expect((await library.inspect()).saved.filter(({ design }) => design.userId === member)).toEqual([])
  })
})
