import type { Locator, Page, Request, Route } from '@playwright/test'
import { expect, type Site, test } from './fixtures.ts'
import { type PageTime, takeTime } from './page-time.ts'
import { type Press, type Write, writes } from './pages-that-write.ts'

// What a member reads when the answer of a write is lost, and what there is after they have pressed
// again. A case takes up to a minute, since a page waits 15 s for each of two answers.

test.use({ allowedErrors: [/Failed to load resource/] })
test.describe.configure({ mode: 'parallel' })

const faults = [
  '502 after the deed',
  'reset after the deed',
  'silence after the deed',
  'silence before the deed',
  'offline before',
  'offline between two presses',
] as const
type Fault = (typeof faults)[number]

/** When the member presses again: 4 s after the first press, or once the page says what it knows. */
const presses = ['not again', 'early', 'late'] as const
type Again = (typeof presses)[number]

/** The sentences of a write that is certainly not done. */
const notDone =
  /n’a pas été (créé|gardé|enregistré|révoqué)|n’(a|ont) pas pu|n’est pas partie?|not completely|Erreur lors de la mise à jour|Failed to delete/
/** The last one is the atelier's without a network, whether its settings have left or not. */
const notKnown =
  /Nous ne savons pas (encore )?si|La réponse s’est perdue|We do not know yet|ne répond pas encore|enregistrés au retour du réseau/
const notYet =
  /Ce n’est pas encore fait|part dès que le réseau revient|enregistrés au retour du réseau/

const cases = faults.flatMap((fault, place) =>
  writes.flatMap((write, row) =>
    presses.map((again, column) => ({ write, fault, again, order: (place + row + column) % 7 })),
  ),
)
// `npm test` runs the first one.
cases.sort((one, other) => one.order - other.order)

for (const [index, { write, fault, again }] of cases.entries()) {
  const title = `${write.name}, ${fault}, pressed ${again}: one effect, and the page says only what it knows`
  const tag = index === 0 ? ['@core', '@alone'] : '@alone'
  test(title, { tag }, async ({ site }) => {
    await run(write, fault, again, site)
  })
}

for (const write of writes) {
  const { elsewhere } = write
  if (!elsewhere) continue
  for (const fault of faults) {
    test(`${write.name}, ${fault}, pressed on another device: the last wish is left, and both show it`, {
      tag: '@alone',
    }, async ({ site, browser }) => {
      const { page, time, mend } = await pressOnce(write, fault, site)
      await time.pass(4000)
      const storageState = await page.context().storageState()
      const device = await browser.newContext({ storageState, locale: 'fr-FR' })
      await elsewhere.press(await device.newPage(), page.url())
      await device.close()
      await mend()
      await time.passUntil(elsewhere.shown(page), 25_000)
      for (const sentence of [notDone, notKnown, notYet])
        await expect(page.getByText(sentence)).toHaveCount(0)
      await page.reload()
      await expect(elsewhere.shown(page)).toBeVisible()
    })
  }
}

async function run(write: Write, fault: Fault, again: Again, site: Site): Promise<void> {
  const opened = await pressOnce(write, fault, site)
  const { page, time, mend } = opened
  let pressed = 1
  const pressAgain = async () => {
    if (await tryToPress(opened)) pressed += 1
  }
  if (again === 'early') {
    await time.pass(4000)
    await pressAgain()
  }
  const known = findWaiting(page, fault).or(write.done(page)).filter({ visible: true }).first()
  await time.passUntil(known, 60_000)
  if (again === 'late') await pressAgain()
  await expect(page.getByText(notDone)).toHaveCount(0)

  await mend()
  await time.pass(15_000)
  await expect(page.getByText(notDone)).toHaveCount(0)
  // A request that is on its way may be silent for 15 s, and the page asks again 4 s later.
  const ends = write.staysUnknown ? write.done(page).or(page.getByText(notKnown)) : write.done(page)
  await time.passUntil(ends.first(), 10_000)
  for (const sentence of [notDone, ...(write.staysUnknown ? [] : [notKnown]), notYet])
    await expect(page.getByText(sentence)).toHaveCount(0)
  expect(listCounts(write, fault, pressed)).toContain(await write.count(site, page))
}

interface Broken extends Press {
  time: PageTime
  mend(): Promise<void>
}

/** Opens the page and presses, while the fault lasts. */
async function pressOnce(write: Write, fault: Fault, site: Site): Promise<Broken> {
  const context = site.page.context()
  let isMended = false
  const isLost = (request: Request) =>
    fault.startsWith('silence') && !isMended && isOf(write, request)
  const time = await takeTime(context, isLost)
  const opened = await write.open(site)
  const silent: Route[] = []
  // The network that comes back ends the connections that were silent.
  const end = (route: Route) => route.abort('connectionreset').catch(() => {})
  const leave = async (route: Route) => (isMended ? end(route) : void silent.push(route))
  const mend = async () => {
    isMended = true
    await Promise.all(silent.map(end))
    // An answer that is about to be broken still is.
    await opened.page.unrouteAll({ behavior: 'wait' })
    await context.setOffline(false)
  }
  if (fault === 'offline before') {
    // What a press opens has arrived.
    await time.pass(1000)
    await context.setOffline(true)
    await opened.press()
  } else {
    await breakAnswers(opened.page, write, fault, leave)
    const sent = opened.page.waitForRequest((request) => isOf(write, request))
    await opened.press()
    await sent
    if (fault === 'offline between two presses') await context.setOffline(true)
  }
  return { ...opened, time, mend }
}

function isOf({ method, path }: Write, request: Request): boolean {
  return method.includes(request.method()) && path.test(request.url())
}

/** A page that is busy, or that knows it by itself, has no such button. */
async function tryToPress({ page, button, press }: Press): Promise<boolean> {
  if (!(await button.isVisible()) || !(await button.isEnabled())) return false
  page.setDefaultTimeout(1000)
  const hasPressed = await press().then(
    () => true,
    () => false,
  )
  page.setDefaultTimeout(0)
  return hasPressed
}

function findWaiting(page: Page, fault: Fault): Locator {
  if (fault === 'offline before') return page.getByText(notYet)
  // A page that may read what is there knows that it is not done.
  if (fault === 'silence before the deed')
    return page.getByText(notKnown).or(page.getByText(notYet))
  return page.getByText(notKnown)
}

function listCounts(write: Write, fault: Fault, pressed: number): number[] {
  // When the end stays unknown, the site may have received nothing.
  if (write.staysUnknown && fault === 'silence before the deed') return [0, 1]
  return [write.toggles && pressed % 2 === 0 ? 0 : 1]
}

/** Loses every answer to this write until it is mended. Reads pass. `leave` takes what gets no answer. */
async function breakAnswers(
  page: Page,
  write: Write,
  fault: Fault,
  leave: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(write.path, async (route) => {
    if (!isOf(write, route.request())) return route.fallback()
    if (fault !== 'silence before the deed') await route.fetch({ timeout: 10_000 }).catch(() => {})
    if (fault.startsWith('silence')) return leave(route)
    if (fault.startsWith('reset')) return route.abort('connectionreset')
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
  })
}
