import { env, exports } from 'cloudflare:workers'
import { concatBytes } from '@encre/protocol/bytes'
import { ownerKey } from '@encre/worker/member'
import { describe, expect, it, vi } from 'vitest'
import {
  callAs,
  codeOf,
  fillReferences,
  generate,
  generationRequest,
  newMember,
  pngOf,
  postGeneration,
  provider,
  upload,
  uploadReference,
  wholePng,
} from '../testing.ts'
import { referenceKey } from './references-store.ts'

const listFiles = async (member: string) => (await env.REFERENCES.list({ prefix: `owners/${await ownerKey(member)}/` })).objects

describe('a reference image', () => {
  it('is sent as an edit', async () => {
    const member = newMember()
    expect((await generate(member, { referenceId: await uploadReference(member) })).state).toBe('done')
    const [edit, ...others] = provider.calls
    expect([edit?.path, others]).toEqual(['/v1/images/edits', []])
    expect(edit?.body).toMatchObject({ model: 'gpt-image-2.5-flare', prompt: expect.stringContaining('attached image as a reference') })
    const image = Object.values(edit?.body ?? {}).find((value) => value instanceof File)
    expect(image).toMatchObject({ name: 'reference.png', type: 'image/png' })
  })

  it('is refused when it is too large, or cut off', async () => {
    const member = newMember()
    expect(await codeOf(await upload(member, wholePng.slice(0, -20)))).toEqual([400, 'reference-not-an-image'])
    expect(await codeOf(await upload(member, pngOf(20_000, 20_000)))).toEqual([400, 'reference-not-an-image'])
    expect(await codeOf(await upload(member, new Uint8Array(10 * 1024 * 1024 + 1)))).toEqual([413, 'reference-too-large'])
    // Only the file that was decoded took a place.
    expect(await env.DB.prepare('select count(*) as n from reference_images where member_id = ?').bind(member).first('n')).toBe(1)
  })

  it('of another member is unknown', async () => {
    const referenceId = await uploadReference(newMember())
    expect(await codeOf(await postGeneration(newMember(), generationRequest({ referenceId })))).toEqual([422, 'unknown-reference'])
  })

  it('leaves no file when the account is erased during the upload', async () => {
    const member = newMember()
    const put = env.REFERENCES.put.bind(env.REFERENCES)
    vi.spyOn(env.REFERENCES, 'put').mockImplementationOnce(async (...args: Parameters<typeof put>) => {
      await exports.GenerationLedger.eraseMember(member)
      return put(...args)
    })
    expect(await codeOf(await upload(member, wholePng))).toEqual([422, 'unknown-reference'])
    expect(await listFiles(member)).toEqual([])
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
    const uploaded = upload(member, wholePng).finally(() => {
      reached.answer = true
    })
    await waitFor('put')
    await exports.GenerationLedger.eraseMember(member)
    expect((await uploaded).status).toBe(422)
    expect(await listFiles(member)).toEqual([])
  })

  it('is limited to forty per member, and is not decoded above that', async () => {
    const member = newMember()
    await fillReferences(member, 39)
    const decoded = vi.spyOn(env.DECODER, 'input')
    expect([(await upload(member, wholePng)).status, (await upload(member, wholePng)).status]).toEqual([201, 429])
    expect(decoded).toHaveBeenCalledTimes(1)
  })

  it('is deleted by the sweep a day after its generation ended, and not before', async () => {
    const member = newMember()
    const referenceId = await uploadReference(member)
    const { id } = await generate(member, { referenceId })
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

    await env.DB.prepare("update reference_images set expires_at = '2026-01-01T00:00:00.000Z' where id = ?").bind(referenceId).run()
    expect(await exports.default.sweep()).toMatchObject({ references: 1 })
    expect(await env.REFERENCES.head(key)).toBeNull()
    expect((await postGeneration(member, generationRequest({ referenceId }))).status).toBe(422)
  })
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

  it.each(Object.entries({ ...markup, ...formats, ...damaged }))('stores nothing of %s', async (_, file) => {
    const member = newMember()
    const answer = await upload(member, typeof file === 'string' ? file : new Uint8Array(file))
    expect([await codeOf(answer), await listFiles(member)]).toEqual([[400, 'reference-not-an-image'], []])
  })

  it('encodes an image that is a page too anew, without the page', async () => {
    const member = newMember()
    expect((await upload(member, concatBytes([wholePng, text('<script>alert(1)</script>')]))).status).toBe(201)
    const object = await env.REFERENCES.get((await listFiles(member))[0]?.key ?? '')
    expect(object?.httpMetadata?.contentType).toBe('image/png')
    expect(await object?.text()).not.toContain('script')
  })
})
