import { env, exports } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { galleryPaths } from '../contract.ts'
import { call, callAs, createDesign, createLink, json, openPage } from '../testing.ts'

const report = (token: string, text: unknown = ' Une menace ') => call(galleryPaths.linkReports(token), json('POST', { text }))
const countReports = () => env.DB.prepare('select count(*) as count from reports').first<number>('count')

it('reaches the operators with the image, and one click of theirs ends the link', async () => {
  const { member, design } = await createDesign({ subject: 'un loup' })
  const { token } = await createLink(member, design.id)
  const other = await createLink(member, design.id)
  expect((await report(token)).status).toBe(204)
  const [listed, ...others] = await exports.default.listReports()
  expect([listed, others]).toMatchObject([{ text: 'Une menace', subject: 'un loup' }, []])
  expect(JSON.stringify(listed)).not.toContain(member)
  expect((await call(listed?.url ?? '')).status).toBe(200)

  expect(await exports.default.endReported(listed?.id ?? '')).toBe(true)
  expect((await openPage(token)).status).toBe(404)
  expect((await openPage(other.token)).status).toBe(200)
  expect(await exports.default.listReports()).toEqual([])
  expect(await exports.default.endReported(listed?.id ?? '')).toBe(false)
})

it('is stored five times for a link, and ends with it', async () => {
  const { member, design } = await createDesign()
  const { token, link } = await createLink(member, design.id)
  for (let count = 0; count < 7; count++) expect((await report(token)).status).toBe(204)
  expect(await countReports()).toBe(5)
  await callAs(member, galleryPaths.link(link.id), { method: 'DELETE' })
  expect([await countReports(), (await report(token)).status]).toEqual([0, 404])
})
