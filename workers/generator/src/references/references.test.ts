import { env, exports } from 'cloudflare:workers'
import { concatBytes } from '@encre/protocol/bytes'
import { ownerKey } from '@encre/worker/member'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { recordMissingCapability } from '../providers/models-store.ts'
import {
  call,
  callAs,
  generationRequest,
  newMember,
  pngOf,
  postGeneration,
  provider,
  startGeneration,
  waitForEnd,
  wholePng,
} from '../testing.ts'
import { referenceKey } from './references-store.ts'

describe('references', () => {
  describe('a reference image', () => {
    it('is sent as an edit, to models that take references only', async () => {
      const member = newMember()
      const referenceId = await upload(member, wholePng)
      const { id } = await startGeneration(member, { referenceId })
      expect((await waitForEnd(member, id)).state).toBe('done')
      expect(provider.calls).toHaveLength(1)
      const [edit] = provider.calls
      expect(edit?.path).toBe('/v1/images/edits')
      expect(edit?.body).toMatchObject({ model: 'gpt-image-2.5-flare', prompt: expect.stringContaining('attached image as a reference') })
      const image = Object.values(edit?.body ?? {}).find((value) => value instanceof File)
      expect(image).toMatchObject({ name: 'reference.png', type: 'image/png' })
    })

    it('is refused when it is not an image, too large, a pixel flood or without a member', async () => {
      const member = newMember()
      const post = async (body: BodyInit) => {
        const response = await callAs(member, '/references', { method: 'POST', body })
        return [response.status, (await response.json<{ code: string }>()).code]
      }
      expect(await post('<svg xmlns="http://www.w3.org/2000/svg"/>')).toEqual([400, 'reference-not-an-image'])
      expect(await post(pngOf(20_000, 20_000))).toEqual([400, 'reference-not-an-image'])
      expect(await post(wholePng.slice(0, -20))).toEqual([400, 'reference-not-an-image'])
      expect(await post(new Uint8Array(10 * 1024 * 1024 + 1))).toEqual([413, 'reference-too-large'])
      expect((await call('/references', { method: 'POST', body: pngOf(1, 1) })).status).toBe(401)
      // Only the file that was decoded took a place.
      expect(await env.DB.prepare('select count(*) as n from reference_images where member_id = ?').bind(member).first('n')).toBe(1)
    })

    it('of another member is unknown', async () => {
      const referenceId = await upload(newMember(), wholePng)
      const response = await postGeneration(newMember(), generationRequest({ referenceId }))
      expect([response.status, await response.json()]).toMatchObject([422, { code: 'unknown-reference' }])
    })

    it('leaves no file when the account is erased during the upload', async () => {
      const member = newMember()
      const put = env.REFERENCES.put.bind(env.REFERENCES)
      vi.spyOn(env.REFERENCES, 'put').mockImplementationOnce(async (...args: Parameters<typeof put>) => {
        await exports.GenerationLedger.eraseMember(member)
        return put(...args)
      })
      const response = await callAs(member, '/references', { method: 'POST', body: wholePng })
      expect([response.status, await response.json()]).toMatchObject([422, { code: 'unknown-reference' }])
      expect((await env.REFERENCES.list({ prefix: `owners/${await ownerKey(member)}/` })).objects).toEqual([])
    })

    it('leaves no file when the upload ends during the erasure', async () => {
      const member = newMember()
      // Polled: in workerd a request cannot await another request's promise.
      const reached = { put: false, list: false, answer: false }
      const waitFor = async (step: keyof typeof reached) => {
        while (!reached[step]) await scheduler.wait(5)
      }
      const put = env.REFERENCES.put.bind(env.REFERENCES)
      vi.spyOn(env.REFERENCES, 'put').mockImplementationOnce(async (...args: Parameters<typeof put>) => {
        reached.put = true
        await waitFor('list')
        return put(...args)
      })
      const list = env.REFERENCES.list.bind(env.REFERENCES)
      vi.spyOn(env.REFERENCES, 'list').mockImplementationOnce(async (options) => {
        const listed = await list(options)
        reached.list = true
        await waitFor('answer')
        return listed
      })
      const upload = callAs(member, '/references', { method: 'POST', body: wholePng }).finally(() => {
        reached.answer = true
      })
      await waitFor('put')
      await exports.GenerationLedger.eraseMember(member)
      expect((await upload).status).toBe(422)
      expect((await env.REFERENCES.list({ prefix: `owners/${await ownerKey(member)}/` })).objects).toEqual([])
    })

    it('is limited to forty per member, and is not decoded above that', async () => {
      const member = newMember()
      const decoded = vi.spyOn(env.DECODER, 'input')
      for (let count = 0; count < 40; count++) await upload(member, wholePng)
      expect((await callAs(member, '/references', { method: 'POST', body: wholePng })).status).toBe(429)
      expect(decoded).toHaveBeenCalledTimes(40)
    })
  })

  describe('the sweep', () => {
    beforeEach(() => recordMissingCapability(env, 'dall-e-3', 'model'))

    it('deletes a reference a day after its generation ended, and not before', async () => {
      const member = newMember()
      const referenceId = await upload(member, wholePng)
      const { id } = await startGeneration(member, { referenceId })
      await waitForEnd(member, id)
      const key = referenceKey(await ownerKey(member), referenceId)
      await exports.default.sweep()
      expect(await env.REFERENCES.head(key)).not.toBeNull()
      const expiry = () =>
        env.DB.prepare('select expires_at from reference_images where id = ?').bind(referenceId).first<string>('expires_at')
      const expiresAt = await expiry()
      expect(Date.parse(expiresAt ?? '') - Date.now()).toBeGreaterThan(24 * 60 * 60 * 1000 - 60_000)
      // A late cancellation changes nothing, not even this date.
      await callAs(member, `/generations/${id}`, { method: 'DELETE' })
      expect(await expiry()).toBe(expiresAt)

      await env.DB.prepare(`update reference_images set expires_at = '2026-01-01T00:00:00.000Z' where id = ?`).bind(referenceId).run()
      expect(await exports.default.sweep()).toMatchObject({ references: 1 })
      expect(await env.REFERENCES.head(key)).toBeNull()
      expect((await postGeneration(member, generationRequest({ referenceId }))).status).toBe(422)
    })
  })

  async function upload(member: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const response = await callAs(member, '/references', { method: 'POST', body: bytes, headers: { 'content-type': 'image/png' } })
    expect(response.status).toBe(201)
    return (await response.json<{ id: string }>()).id
  }
})

describe('hostile files', () => {
  // Uploads that are no image, or pretend to be another one. None may be stored, except as a newly encoded PNG.

  const text = (value: string) => new TextEncoder().encode(value)
  const hex = (value: string) => Uint8Array.fromHex(value.replaceAll(' ', ''))
  const signatures = {
    PNG: hex('89504e470d0a1a0a'),
    JPEG: hex('ffd8ffe000104a46494600'),
    WebP: concatBytes([text('RIFF'), hex('ffffff7f'), text('WEBPVP8 ')]),
  }
  const markup = {
    'an SVG with a script': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'an SVG with an entity bomb':
      '<!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>',
    HTML: '<!doctype html><script>alert(1)</script>',
    'a shell script': '#!/bin/sh\nid',
  }
  const formats = {
    'a GIF': concatBytes([text('GIF89a'), hex('01000100800000000000ffffff2c00000000010001000002024401003b')]),
    'a BMP': concatBytes([text('BM'), hex('3a0000000000000036000000280000000100000001000000010018000000')]),
    'a TIFF': hex('49492a0008000000000000000000'),
    'an AVIF header': concatBytes([hex('0000001c'), text('ftypavif')]),
    'a PDF': text('%PDF-1.7\n1 0 obj'),
    PostScript: text('%!PS-Adobe-3.0\n(%pipe%id) (w) file'),
    'an MVG file': text('push graphic-context\nfill url(https://elsewhere.test/"|id")'),
    'a ZIP': hex('504b0304140000000800'),
    'an ELF': hex('7f454c46020101000000'),
    'a WAV in RIFF': concatBytes([text('RIFF'), hex('24000000'), text('WAVEfmt ')]),
  }
  const sized = (width: string, height: string) =>
    concatBytes([signatures.PNG, hex('0000000d'), text('IHDR'), hex(`${width} ${height} 0806000000 00000000`)])
  const damaged: Record<string, Uint8Array> = {
    'one byte': hex('89'),
    'a PNG without a header chunk': concatBytes([signatures.PNG, hex('00000000'), text('IEND'), hex('ae426082')]),
    'a PNG of 0 x 0': sized('00000000', '00000000'),
    'a PNG of 2^31 x 2^31': sized('7fffffff', '7fffffff'),
    'a PNG whose first chunk is too long': concatBytes([signatures.PNG, hex('ffffffff'), text('IHDR')]),
    'a PNG whose data bomb is cut': concatBytes([sized('00004e20', '00004e20'), hex('00000010'), text('IDAT'), hex('789ced')]),
    'a PNG signature before HTML': concatBytes([signatures.PNG, text('<script>alert(1)</script>')]),
    'a JPEG signature before PHP': concatBytes([signatures.JPEG, text('<?php system("id"); ?>')]),
    'a JPEG of 65535 x 65535': concatBytes([hex('ffd8ffc0001108ffffffff03011100021101031101'), hex('ffd9')]),
    'a JPEG with a comment of wrong length': hex('ffd8fffe0000ffd9'),
    'a WebP signature before a script': concatBytes([signatures.WebP, text('<script>')]),
    'a WebP with a wrong size': concatBytes([text('RIFF'), hex('ffffffff'), text('WEBPVP8L'), hex('ffffffff')]),
    'half a PNG': wholePng.slice(0, wholePng.length / 2),
    'a PNG as a data URL': text(`data:image/png;base64,${wholePng.toBase64()}`),
  }
  const hostile: [string, Uint8Array][] = [
    ...Object.entries(markup).map(([name, value]): [string, Uint8Array] => [name, text(value)]),
    ...Object.entries(formats),
    ...Object.entries(damaged),
  ]

  beforeEach(() => recordMissingCapability(env, 'dall-e-3', 'model'))

  async function upload(member: string, bytes: Uint8Array, type = 'image/png') {
    const answer = await callAs(member, '/references', { method: 'POST', body: new Uint8Array(bytes), headers: { 'content-type': type } })
    const { objects } = await env.REFERENCES.list({ prefix: `owners/${await ownerKey(member)}/` })
    return { status: answer.status, stored: objects.length, answer: await answer.json<{ code?: string }>() }
  }

  it.each(hostile)('stores nothing of %s', async (_, bytes) => {
    const { status, stored, answer } = await upload(newMember(), bytes)
    expect([status, answer.code, stored]).toEqual([400, 'reference-not-an-image', 0])
  })

  it('encodes an image that is a page too anew, without the page', async () => {
    const member = newMember()
    const { status } = await upload(member, concatBytes([wholePng, text('<script>alert(1)</script>')]))
    expect(status).toBe(201)
    const { objects } = await env.REFERENCES.list({ prefix: `owners/${await ownerKey(member)}/` })
    const object = await env.REFERENCES.get(objects[0]?.key ?? '')
    expect(object?.httpMetadata?.contentType).toBe('image/png')
    expect(await object?.text()).not.toContain('script')
  })
})
