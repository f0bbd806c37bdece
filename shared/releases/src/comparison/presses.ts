import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type Control, normalise, observe, type Press, type Visit } from './observations.ts'
import { readState } from './page-facts.ts'
import { isImagePath, isOfOtherPage, type ServedVersion } from './serve-version.ts'

interface Requests {
  take(): string[]
  /**
   * Waits until no request is under way, workers and browser have answered and the page stays as it
   * is, also after its timers of less than a second.
   */
  settle(): Promise<void>
}

export function recordRequests(page: Page, { origin, release }: ServedVersion): Requests {
  let sent: string[] = []
  const open = new Set<unknown>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    open.add(request)
    if (request.resourceType() === 'document') return
    const isOfShell = url.pathname.startsWith('/api/releases/') || url.pathname === '/oauth/token'
    const isFile = url.origin === origin && !url.pathname.startsWith('/api/')
    if (isOfShell || isFile || isImagePath(url.pathname) || !url.protocol.startsWith('http')) return
    if (isOfOtherPage(release, page.url(), url.pathname)) return
    const address = url.origin === origin ? url.pathname + url.search : url.href
    const body = request.postData() ?? ''
    sent.push(normalise(`${request.method()} ${address} ${body}`.trim()))
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  const settle = async () => {
    let before = { size: -1, steps: -1 }
    let quiet = 0
    let runs = 0
    for (let round = 0; round < mostRounds && quiet < quietRounds; round++) {
      await setTimeout(roundMs)
      // A busy worker, and a busy page, answer this when their own work is done.
      await Promise.all(page.workers().map((worker) => worker.evaluate(() => {}).catch(() => {})))
      const runsTimers = quiet === quietRounds - 1 && runs < mostTimers
      if (runsTimers) runs += 1
      const rest = await page.evaluate(readRest, runsTimers)
      const isBusy = rest.isWorking || rest.steps !== before.steps
      const waits = open.size > 0 || (isBusy && round < mostWorkRounds)
      quiet = waits || rest.size !== before.size ? 0 : quiet + 1
      before = rest
    }
  }
  return {
    take: () => {
      const taken = sent
      sent = []
      return taken.sort()
    },
    settle,
  }
}

/** A round has at least this long, and on a slow machine as long as the page needs to answer. */
const roundMs = 60
/** A page that changes without end, such as by a ticker, is not waited for. */
const mostRounds = 120
/** Some messages to a worker have no answer. */
const mostWorkRounds = 60
/** The pause between two steps of a page's work, such as decoding and drawing. */
const quietRounds = 3
/** A timer that starts the next one does so without end. */
const mostTimers = 5

/** Runs in the page. Runs its timers of less than a second before it reads. */
async function readRest(runsTimers: boolean) {
  await document.fonts.ready
  await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
  if (runsTimers) window.encreRecorder.runSoon()
  return {
    size: document.documentElement.outerHTML.length,
    ...window.encreRecorder.readWork(),
  }
}

/** Controls of a page, and of a dialog that one of them opens, that are pressed. */
const mostControls = 14
const mostInDialog = 5

/**
 * Presses one control of each kind twice, and those of the dialogs that they open. `plan` has the
 * presses of the live version: they come first, in their order, then what only this version has.
 */
export async function pressControls(
  page: Page,
  requests: Requests,
  plan: Press[] | null,
  found: Visit,
): Promise<void> {
  const path = pathOf(page)
  requests.take()
  await page.evaluate(fillFields, 'main')
  await requests.settle()
  await look('after typing')
  const here = await page.evaluate(useControls, { isInDialog: false, pressed: null })
  const planned = plan?.filter(({ opener }) => !opener).map(({ control }) => control) ?? []
  for (const { control, as } of pair(planned, here).slice(0, mostControls)) {
    for (const time of ['', ' a second time']) {
      const when = `after "${as.name}"${time}`
      if (!(await press(control, null, when))) break
      if (!time) {
        found.presses.push({ control: as, opener: null })
        await pressDialog(control, as)
      }
      await closeDialog(when)
      if (!(await comeBack())) return
    }
  }

  function listInside(): Promise<Control[]> {
    return page.evaluate(useControls, { isInDialog: true, pressed: null })
  }

  async function press(control: Control, opener: Control | null, when: string): Promise<boolean> {
    // A page that jumps to its top shows only further down.
    if (!opener) await page.evaluate(() => scrollTo(0, 120))
    await page.evaluate((series) => window.encreRecorder.beginChance(series), when)
    const before = await page.evaluate(readState)
    const isInDialog = opener !== null
    const [pressed] = await page.evaluate(useControls, { isInDialog, pressed: control })
    if (!pressed) return false
    await requests.settle()
    await look(when, before)
    return true
  }

  async function look(when: string, before?: ReturnType<typeof readState>): Promise<void> {
    observe(found, 'request', when, requests.take())
    observe(found, 'word', when, linesOf(await readWords(page)))
    const state = await page.evaluate(readState)
    const said = state.said.map((text) => `announcement "${text}"`)
    observe(found, 'word', when, said)
    if (!before) return
    const entries = state.history - before.history
    observe(found, 'state', when, [
      `the focus is on ${state.focus}`,
      ...(state.isAtTop && !before.isAtTop ? ['the page jumps to its top'] : []),
      ...(entries > 0 ? [`the history grows by ${entries}`] : []),
    ])
  }

  async function closeDialog(when: string): Promise<void> {
    const isOpen = (await listInside()).length > 0
    await page.keyboard.press('Escape')
    if (!isOpen) return
    await requests.settle()
    const { focus } = await page.evaluate(readState)
    observe(found, 'state', when, [`the dialog is closed and the focus is on ${focus}`])
  }

  async function pressDialog(opener: Control, openerAs: Control): Promise<void> {
    const inside = await listInside()
    if (inside.length === 0) return
    await page.evaluate(fillFields, 'dialog[open]')
    const planned = plan?.filter((one) => isSameControl(one.opener, openerAs)) ?? []
    const names = planned.map(({ control }) => control)
    for (const { control, as } of pair(names, inside).slice(0, mostInDialog)) {
      const isOpen = (await listInside()).length > 0
      if (!isOpen) {
        if (pathOf(page) !== path) return
        await page.evaluate(useControls, { isInDialog: false, pressed: opener })
        await requests.settle()
        requests.take()
        await page.evaluate(fillFields, 'dialog[open]')
      }
      if (await press(control, opener, `after "${as.name}" in the dialog of "${openerAs.name}"`))
        found.presses.push({ control: as, opener: openerAs })
    }
  }

  async function comeBack(): Promise<boolean> {
    for (let steps = 0; steps < 3 && pathOf(page) !== path; steps++) {
      await page.goBack({ waitUntil: 'commit' }).catch(() => {})
      await requests.settle()
    }
    requests.take()
    return pathOf(page) === path
  }
}

/**
 * The live version's controls as this version has them, then its own. One that has another name
 * here is found by its kind. `as` is the live version's.
 */
function pair(planned: Control[], here: Control[]): { control: Control; as: Control }[] {
  const left = [...here]
  const known = planned.flatMap((as) => {
    const byName = left.findIndex(({ kind, name }) => kind === as.kind && name === as.name)
    const index = byName >= 0 ? byName : left.findIndex(({ kind }) => kind === as.kind)
    const [control] = index < 0 ? [] : left.splice(index, 1)
    return control ? [{ control, as }] : []
  })
  return [...known, ...left.map((control) => ({ control, as: control }))]
}

function isSameControl(one: Control | null, other: Control): boolean {
  return one?.kind === other.kind && one.name === other.name
}

/** What a visitor perceives of the page, as the lines of its accessibility tree. */
export function readWords(page: Page): Promise<string> {
  return page
    .locator('main')
    .first()
    .ariaSnapshot()
    .catch(() => '')
}

export function linesOf(aria: string): string[] {
  return aria.split('\n').flatMap((line) => {
    const [, role = '', rest = ''] = /^\s*- '?([\w/]+):? ?(.*?)'?:?$/.exec(line) ?? []
    const text = rest.replaceAll(/\[ref=\w+\]/g, '').trim()
    return role && text ? [`${role} ${text}`] : []
  })
}

function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Runs in the page: writes into each empty text field there what a person could write. */
function fillFields(where: string): void {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    `${where} :is(input, textarea)`,
  )
  const texts: Record<string, string> = {
    text: 'Un loup',
    search: 'loup',
    email: 'louise@encre.test',
    password: 'aiguille-fine-7',
    textarea: 'Un loup',
  }
  for (const field of fields) {
    const text = texts[field.type]
    if (!text || field.value || field.disabled || field.readOnly || !field.checkVisibility())
      continue
    // React takes a value that its own setter wrote for its own.
    const owner = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/**
 * Runs in the page. Lists one control of each kind, of the open dialog or of the whole page, or
 * presses the named one and returns it alone.
 */
function useControls({
  isInDialog,
  pressed,
}: {
  isInDialog: boolean
  pressed: Control | null
}): Control[] {
  const dialogs = 'dialog[open], :popover-open, [role=dialog], [role=menu]'
  const kinds = 'button, summary, select, input[type=checkbox], input[type=radio], [role=tab]'
  const open = [...document.querySelectorAll('main')].flatMap((main) => [
    ...main.querySelectorAll(dialogs),
    ...document.querySelectorAll(`body > :is(${dialogs})`),
  ])
  const within = isInDialog ? open.at(-1) : document.querySelector('main')
  const elements = [...(within?.querySelectorAll<HTMLElement>(kinds) ?? [])].filter(
    (element) => element.checkVisibility() && !element.matches(':disabled, [aria-disabled=true]'),
  )
  const found = new Map<string, { element: HTMLElement; control: Control }>()
  for (const element of elements) {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
    const text = element.getAttribute('aria-label') ?? label ?? element.textContent ?? ''
    const name = text.replaceAll(/\s+/g, ' ').trim().slice(0, 60)
    // The names of classes start with the version of the remote.
    const style = element.className.replaceAll(/\b[a-z]+_[0-9a-z]+-[0-9a-z-]+_/g, '')
    const kind = [element.localName, element.getAttribute('type'), style].join(' ')
    const key = `${kind} ${name.split(' ')[0]}`
    if (!found.has(key)) found.set(key, { element, control: { kind, name } })
  }
  const all = [...found.values()]
  if (!pressed) return all.map(({ control }) => control)
  const chosen = all.find(
    ({ control }) => control.kind === pressed.kind && control.name === pressed.name,
  )
  const { element } = chosen ?? {}
  // A finger or a key sets the focus; what a dialog gives back later is seen by it.
  element?.focus({ preventScroll: true })
  window.encrePressed = element
  if (element instanceof HTMLSelectElement) {
    element.selectedIndex = (element.selectedIndex + 1) % element.options.length
    element.dispatchEvent(new Event('change', { bubbles: true }))
  } else element?.click()
  return chosen ? [chosen.control] : []
}
