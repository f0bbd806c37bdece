import { expect } from 'vitest'
import { ArtistLinks, CreatedArtistLink, galleryPaths, type NewDesign } from '../contract.ts'
import { call, callAs, newDesign, saveDesign } from '../testing.ts'

export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs

export const json = (method: string, body: unknown) => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

/** Saves a design of a new member. */
export async function createDesign(fields: Partial<NewDesign> = {}) {
  const member = `auth0|links-${crypto.randomUUID()}`
  return { member, design: await saveDesign(newDesign(member, fields)) }
}

export async function createLink(member: string, designId: string, days = 30) {
  const answer = await callAs(member, galleryPaths.designLinks(designId), json('POST', { days }))
  expect(answer.status).toBe(201)
  const { url, link } = CreatedArtistLink.parse(await answer.json())
  const token = url.split('/').at(-1) ?? ''
  return { url, link, token }
}

export async function listLinks(member: string, designId: string) {
  return ArtistLinks.parse(await (await callAs(member, galleryPaths.designLinks(designId))).json()).links
}

/** Status, body and headers, without what differs from request to request. */
export async function readAnswer(answer: Response) {
  const { 'x-request-id': _, ...headers } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers, body: await answer.text() }
}

export const openPage = async (token: string) => readAnswer(await call(galleryPaths.linkPage(token)))
export const readImage = (token: string) => call(galleryPaths.linkImage(token))
