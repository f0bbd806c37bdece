import { exports } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import { ArtistLinks, mostAnswers, OpenedDesign } from '../contract.ts'
import {
  callAs,
  countAnswers,
  createLinked,
  listDesigns,
  minuteMs,
  openPage,
  read,
  sendAnswer,
} from '../testing.ts'

async function createAnswered() {
  const linked = await createLinked()
  expect((await sendAnswer(linked.token, ' Un peu plus grand.\nTrait fin ')).status).toBe(201)
  return linked
}

const listAnswers = async (member: string, designId: string) =>
  (await read(ArtistLinks, callAs(member, `/api/gallery/designs/${designId}/links`))).answers ?? []

/** The answered designs as the list, the design and the dashboard tell them. */
async function listAnswered(member: string, designId: string) {
  const opened = await read(OpenedDesign, callAs(member, `/api/gallery/designs/${designId}`))
  return {
    list: (await listDesigns(member)).answered ?? [],
    design: opened.answered ? [opened.answered] : [],
    dashboard: (await exports.DesignLibrary.summarizeDesigns(member, 1)).answered,
  }
}

it('shows an answer to the member at the design, and announces it until it is seen', async () => {
  const { member, design, link, token } = await createAnswered()
  const [answer] = await listAnswers(member, design.id)
  expect(answer).toMatchObject({
    linkId: link.id,
    text: 'Un peu plus grand.\nTrait fin',
    seenAt: null,
  })
  const { id: designId, subject } = design
  const one = [{ designId, subject, newestId: answer?.id, answers: 1 }]
  expect(await listAnswered(member, designId)).toEqual({ list: one, design: one, dashboard: one })
  vi.setSystemTime(Date.now() + minuteMs)
  await sendAnswer(token, 'Et plus haut')
  const [newest] = await listAnswers(member, designId)
  const two = [{ designId, subject, newestId: newest?.id, answers: 2 }]
  expect(await listAnswered(member, designId)).toEqual({ list: two, design: two, dashboard: two })
  await callAs(member, `/api/gallery/designs/${designId}/answers/seen`, { method: 'POST' })
  const none = { list: [], design: [], dashboard: [] }
  expect(await listAnswered(member, designId)).toEqual(none)
  expect((await listAnswers(member, design.id))[0]?.seenAt).toEqual(expect.any(String))
})

it('keeps what an answer of one press advises, beside its words', async () => {
  const { member, design, token } = await createLinked()
  const advice = { verdict: 'larger', sizeMm: 140 }
  expect((await sendAnswer(token, '14 cm au moins', advice)).status).toBe(201)
  expect(await listAnswers(member, design.id)).toMatchObject([
    { text: '14 cm au moins', ...advice },
  ])
  expect(await exportLinks(member)).toContain('larger')
})

it.each([{ verdict: 'ugly' }, { verdict: 'larger', sizeMm: 9 }, { sizeMm: 1001 }])(
  'refuses the advice %j',
  async (advice) => {
    const { token } = await createLinked()
    expect((await sendAnswer(token, 'Non', advice)).status).toBe(400)
  },
)

it('counts only what the member has not seen', async () => {
  const { member, design, token } = await createAnswered()
  await callAs(member, `/api/gallery/designs/${design.id}/answers/seen`, { method: 'POST' })
  vi.setSystemTime(Date.now() + minuteMs)
  await sendAnswer(token, 'Et plus haut')
  const one = [expect.objectContaining({ designId: design.id, answers: 1 })]
  expect(await listAnswered(member, design.id)).toEqual({ list: one, design: one, dashboard: one })
})

it(`takes ${mostAnswers} answers of a link, also when they arrive together`, async () => {
  const { token } = await createLinked()
  const answers = await Promise.all(
    Array.from({ length: mostAnswers + 2 }, () => sendAnswer(token, 'Oui')),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array(mostAnswers).fill(201),
    409,
    409,
  ])
  expect(await answers.find(({ status }) => status === 409)?.json()).toMatchObject({
    code: 'too-many-answers',
  })
  expect((await openPage(token)).body).toContain('le nombre maximal de réponses')
})

it.each(['   ', 'a'.repeat(601), 7, '\u202e'])('refuses the answer %j', async (text) => {
  const { member, token } = await createLinked()
  expect((await sendAnswer(token, text)).status).toBe(400)
  expect(await countAnswers(member)).toBe(0)
})

it('are in the data download, beside their link', async () => {
  const { member } = await createAnswered()
  expect(await exportLinks(member)).toContain('Un peu plus grand.')
})

async function exportLinks(member: string): Promise<string> {
  const { files } = await exports.DesignLibrary.exportMember(member, null)
  return JSON.stringify(files.find(({ path }) => path === 'designs/liens.json'))
}
