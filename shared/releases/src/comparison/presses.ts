import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { isImagePath, type ServedVersion } from './sample-answers.ts'

/** One press of a control, and the requests that followed it. */
export interface Press {
  control: Control
  /** The control that opened the dialog of this one. */
  opener: Control | null
  sent: string[]
}

export interface Control {
  /** Kind and first word: one control of each is pressed. */
  kind: string
  name: string
}

/** What a visitor perceives: at first, then after each press. */
export interface Screen {
  after: string
  aria: string
}

export interface Requests {
  take(): string[]
  /** Waits until no request is under way and the page stays as it is for `quietMs`. */
  settle(quietMs: number, longestMs: number): Promise<void>
}

export function recordRequests(page: Page, { origin }: Pick<ServedVersion, 'origin'>): Requests {
  let sent: string[] = []
  const open = new Set<unknown>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    open.add(request)
    if (request.resourceType() === 'document') return
    const isOfShell = url.pathname.startsWith('/api/releases/') || url.pathname === '/oauth/token'
    const isFile = url.origin === origin && !url.pathname.startsWith('/api/')
    if (isOfShell || isFile || isImagePath(url.pathname) || !url.protocol.startsWith('http')) return
    const address = url.origin === origin ? url.pathname + url.search : url.href
    const body = request.postData() ?? ''
    sent.push(normalise(`${request.method()} ${address} ${body}`.trim()))
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return {
    take: () => {
      const taken = sent
      sent = []
      return taken.sort()
    },
    settle: async (quietMs, longestMs) => {
      const started = Date.now()
      let before = -1
      let changedAt = started
      while (Date.now() - changedAt < quietMs && Date.now() - started < longestMs) {
        await setTimeout(settleStepMs)
        // A busy page answers this when its own work is done.
        const size = await page.evaluate(readSize)
        if (open.size > 0 || size !== before) changedAt = Date.now()
        before = size
      }
    },
  }
}

const settleStepMs = 60
/** What a page does after a press, and after a person has typed: it may wait for more letters. */
const pressedMs = 200
const typedMs = 800
const longestSettleMs = 3000

/** Runs in the page. */
async function readSize(): Promise<number> {
  await document.fonts.ready
  await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
  return document.documentElement.outerHTML.length
}

/** Replaces what differs between two visits by nature: ids, dates, cursors, tokens, boundaries. */
export function normalise(text: string): string {
  return text
    .replaceAll(/-+WebKitFormBoundary\w+/g, '{boundary}')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '{date}')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}/gi, '{id}')
    .replaceAll(/(?<=[?&](?:cursor|after|before)=)[^&\s]+/g, '{cursor}')
    .replaceAll(/[\w-]{24,}(\.[\w-]+)*/g, '{token}')
    .replaceAll(/\b\d{10,}\b/g, '{number}')
}

/** Controls of a page, and of a dialog that one of them opens, that are pressed. */
const mostControls = 14
const mostInDialog = 5

/**
 * Presses one control of each kind, and those of the dialogs that they open. `plan` has the presses
 * of the live version: they come first, in their order, then what only this version has.
 */
export async function pressControls(
  page: Page,
  requests: Requests,
  plan: Press[] | null,
  found: { presses: Press[]; screens: Screen[] },
): Promise<void> {
  const path = pathOf(page)
  requests.take()
  await page.evaluate(fillFields)
  await requests.settle(typedMs, longestSettleMs)
  await record({ kind: 'field', name: 'the text fields' }, null)
  const here = await page.evaluate(useControls, { isInDialog: false, pressed: null })
  const planned = plan?.filter(({ opener }) => !opener).map(({ control }) => control) ?? []
  for (const control of pair(planned, here).slice(0, mostControls)) {
    if (!(await press(control, null))) continue
    await pressDialog(control)
    await page.keyboard.press('Escape')
    if (!(await comeBack())) return
  }

  function listInside(): Promise<Control[]> {
    return page.evaluate(useControls, { isInDialog: true, pressed: null })
  }

  async function press(control: Control, opener: Control | null): Promise<boolean> {
    const isInDialog = opener !== null
    const [pressed] = await page.evaluate(useControls, { isInDialog, pressed: control })
    if (pressed) await record(control, opener)
    return pressed !== undefined
  }

  async function record(control: Control, opener: Control | null): Promise<void> {
    await requests.settle(pressedMs, longestSettleMs)
    found.presses.push({ control, opener, sent: requests.take() })
    const aria = await page
      .locator('main')
      .first()
      .ariaSnapshot()
      .catch(() => '')
    found.screens.push({ after: control.name, aria })
  }

  async function pressDialog(opener: Control): Promise<void> {
    const inside = await listInside()
    if (inside.length === 0) return
    await page.evaluate(fillFields)
    const planned = plan?.filter((one) => one.opener?.kind === opener.kind) ?? []
    const all = pair(
      planned.map(({ control }) => control),
      inside,
    )
    for (const control of all.slice(0, mostInDialog)) {
      const isOpen = (await listInside()).length > 0
      if (!isOpen) {
        if (pathOf(page) !== path) return
        await page.evaluate(useControls, { isInDialog: false, pressed: opener })
        await requests.settle(pressedMs, longestSettleMs)
        requests.take()
        await page.evaluate(fillFields)
      }
      await press(control, opener)
    }
  }

  async function comeBack(): Promise<boolean> {
    for (let steps = 0; steps < 3 && pathOf(page) !== path; steps++) {
      await page.goBack({ timeout: 5000 }).catch(() => {})
      await requests.settle(pressedMs, longestSettleMs)
    }
    requests.take()
    return pathOf(page) === path
  }
}

/**
 * The live version's controls as this version has them, then its own. One that has another name
 * here is found by its kind.
 */
function pair(planned: Control[], here: Control[]): Control[] {
  const left = [...here]
  const known = planned.flatMap((control) => {
    const byName = left.findIndex(
      ({ kind, name }) => kind === control.kind && name === control.name,
    )
    const index = byName >= 0 ? byName : left.findIndex(({ kind }) => kind === control.kind)
    return index < 0 ? [] : left.splice(index, 1)
  })
  return [...known, ...left]
}

function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Runs in the page: writes into each empty text field what a person could write. */
function fillFields(): void {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main textarea, main input, dialog[open] input, dialog[open] textarea',
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
    const text = element.getAttribute('aria-label') ?? element.textContent ?? ''
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
  if (element instanceof HTMLSelectElement) {
    element.selectedIndex = (element.selectedIndex + 1) % element.options.length
    element.dispatchEvent(new Event('change', { bubbles: true }))
  } else element?.click()
  return chosen ? [chosen.control] : []
}
