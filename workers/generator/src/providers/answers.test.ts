import { env } from 'cloudflare:workers'
import { readImageFormat } from '@encre/worker/clean-image'
import { describe, expect, it } from 'vitest'
import {
  call,
  deleteModels,
  imageAnswer,
  library,
  member,
  provider,
  refuse,
  TestMember,
} from '../testing.ts'
import { answers, pictures, refusals, respond, sides } from './testing-answers.ts'

const titled = <Row extends { server: string; body: unknown }>(rows: Row[]) =>
  rows.map((row, at) => ({ ...row, title: `${row.server}, row ${at + 1}` }))
const images = () => provider.calls.filter(({ path }) => path.startsWith('/v1/images')).length

/** Serves the design at every address of the provider but `elsewhere`. */
function answerWith(response: () => Response): void {
  provider.answer = async (body) => {
    if ('prompt' in body) return response()
    const isElsewhere = provider.calls.at(-1)?.path.endsWith('/elsewhere')
    return new Response(isElsewhere ? pictures.thumbnail : pictures.design)
  }
}

describe('the design is what a document puts there', () => {
  it.each(titled(answers))('$title', async (row) => {
    answerWith(() => respond(row))
    const { state, problem, design } = await member.generate()
    expect([problem ?? state, images()]).toEqual(['done', 1])
    const saved = (await library.inspect()).saved.find((one) => one.design.id === design?.id)
    expect(readImageFormat(new Uint8Array(saved?.bytes ?? new ArrayBuffer()))?.width).toBe(
      sides.design,
    )
  })
})

it('the image that was sent is no design, where another is beside it', async () => {
  provider.answer = async (body) => {
    const sent = Object.values(body).find((value) => value instanceof File)
    const image = new Uint8Array((await sent?.arrayBuffer()) ?? []).toBase64()
    return Response.json({ data: { image, result: pictures.design.toBase64() } })
  }
  const referenceId = await member.uploadReference(pictures.reference)
  const { design } = await member.generate({ referenceId })
  const saved = (await library.inspect()).saved.find((one) => one.design.id === design?.id)
  expect(readImageFormat(new Uint8Array(saved?.bytes ?? new ArrayBuffer()))?.width).toBe(
    sides.design,
  )
})

it('a stream that breaks off after its image keeps the image, with its words and tokens', async () => {
  const event = { b64_json: pictures.design.toBase64(), revised_prompt: 'a\nfox' }
  const text = `data: ${JSON.stringify({ data: [event], usage: { total_tokens: 7 } })}\n\n`
  const chunks = [new TextEncoder().encode(text)]
  const pull = (controller: ReadableStreamDefaultController) => {
    const chunk = chunks.shift()
    if (chunk) controller.enqueue(chunk)
    else controller.error(new Error('broken'))
  }
  const headers = { 'content-type': 'text/event-stream' }
  answerWith(() => new Response(new ReadableStream({ pull }), { headers }))
  const { id, state, revisedPrompt } = await member.generate()
  const stored = env.DB.prepare('select tokens from generations where id = ?').bind(id)
  expect([state, revisedPrompt, await stored.first('tokens')]).toEqual(['done', 'a fox', 7])
})

it('an answer that nobody can read tells operators its names, and no word of a member', async () => {
  answerWith(() => Response.json({ echo: 'un loup', made: [{ 'un loup': 'secret' }] }))
  const { id } = await member.generate()
  const outcome = env.DB.prepare('select outcome from attempts where generation_id = ?').bind(id)
  expect(await outcome.first('outcome')).toBe('refused: keys: echo, made.[].un?loup')
})

describe('a refusal says what it is, after one call', () => {
  it.each(titled(refusals))('$title: $problem', async (row) => {
    answerWith(() => imageAnswer(pictures.design))
    await env.DB.prepare('delete from site_usage').run()
    await new TestMember().generate()
    provider.calls = []
    answerWith(() => respond(row))
    const { problem, counted } = await member.generate()
    expect([problem, images(), counted]).toEqual([
      row.problem,
      1,
      row.problem === 'moderation-blocked',
    ])
    const health = await (await call('/health/deep')).text()
    expect(/\bkey\b/.test(health)).toBe(row.problem === 'provider-misconfigured')
  })
})

describe('health judges a refusal by what follows', () => {
  const read = async () => (await call('/health/deep')).text()
  const draw = async (from = new TestMember()) => {
    await env.DB.prepare('delete from site_usage').run()
    return from.generate()
  }
  const words = (tries: number, members: number) =>
    `model gpt-image-2.5-flare refused ${tries} requests of ${members} members`

  it('of words: others’ words are drawn, or nobody’s', async () => {
    answerWith(() => imageAnswer(pictures.design))
    await draw()
    answerWith(() => refuse(400, 'nothing'))
    await draw(member)
    expect(await read()).toContain(`info generator ${words(1, 1)}`)
    await draw()
    expect(await read()).toContain(`warn generator ${words(2, 2)}`)
    answerWith(() => imageAnswer(pictures.design))
    await draw()
    expect(await read()).not.toContain('requests of')
    answerWith(() => refuse(400, 'nothing'))
    for (let tries = 0; tries < 3; tries++) {
      await draw(member)
    }
    expect(await read()).toContain(`warn generator ${words(3, 1)}`)
  })

  it('of a model, until it draws', async () => {
    answerWith(() => new Response(null, { status: 405 }))
    await draw()
    const warning = 'warn generator the provider answers 405 for gpt-image-2.5-flare'
    expect(await read()).toContain(warning)
    answerWith(() => imageAnswer(pictures.design))
    await draw()
    expect(await read()).not.toContain('the provider answers')
  })

  it.each([401, 403])('of the key: %d for every model is a failure', async (status) => {
    await deleteModels()
    answerWith(() => refuse(status, 'denied', 'The organization is unknown.'))
    expect(await draw()).toMatchObject({ problem: 'provider-misconfigured' })
    const text = await read()
    for (const model of ['dall-e-3', 'gpt-image-2.5-flare']) {
      expect(text).toContain(
        `fail generator the provider answers ${status} for ${model}: the key may not draw with it`,
      )
    }
  })
})
