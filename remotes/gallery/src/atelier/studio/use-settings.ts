import {
  type AtelierSettings,
  AtelierSettingsChange,
  changeSettings,
  readSettings,
} from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { readTabText, saveTabText } from '@encre/protocol/tab-storage'
import { typedText } from '@encre/protocol/typed-text'
import { createWriter } from '@encre/protocol/writer'
import { call } from '@encre/remote-kit/call'
import { judge } from '@encre/remote-kit/request-error'
import { reportFailure } from '@encre/remote-kit/use-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'

export const saveDelayMs = 600

export type Saving = { status: 'idle' | 'pending' | 'saved' } | { status: 'failed'; code: string }

interface SettingsState {
  settings: AtelierSettings
  saving: Saving
  /** Notes that another tab has saved while this one had its own: both are shown. */
  otherNotes: string | null
}

/** The settings of a design while its page is open. `read`: what the page's query knows of them. */
export function useSettings(shell: ShellApi, designId: string, read: AtelierSettings) {
  const [store] = useState(() => new SettingsStore(shell, designId, read))
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
  useEffect(() => store.open(), [store])
  useEffect(() => store.receive(read), [store, read])
  return { ...state, store }
}

/**
 * Holds the member's changes to a design's settings. Shows them at once; keeps unsaved ones in the
 * tab. The page's query reads them; what another tab has changed is also read before a change
 * replaces it.
 */
class SettingsStore {
  private state: SettingsState
  /** What this tab has read. A change that was not saved names its version. */
  private read: AtelierSettings
  private unsaved: AtelierSettingsChange
  /** What this tab has sent, as `wordOf` writes it: after a lost answer it is nobody else's. */
  private readonly sent = new Set<string>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private isLeft = false
  /** Whether what was sent had waited, or its answer was lost. */
  private isLate = false
  private readonly writer = createWriter(judge)
  private readonly listeners = new Set<() => void>()

  constructor(
    private readonly shell: ShellApi,
    private readonly designId: string,
    initial: AtelierSettings,
  ) {
    const { version = initial.version, ...draft } = readDraft(designId)
    this.unsaved = draft
    this.read = initial
    const isOld = version !== initial.version && draft.notes !== undefined
    const otherNotes = isOld && draft.notes !== initial.notes ? initial.notes : null
    this.state = { settings: { ...initial, ...draft }, saving: { status: 'idle' }, otherNotes }
  }

  readonly getSnapshot = () => this.state

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Starts on a page. Saves what a draft from before the sign-in left. */
  open(): () => void {
    this.isLeft = false
    this.timer = setTimeout(() => void this.save())
    const handleView = () => void this.save()
    document.addEventListener('visibilitychange', handleView)
    return () => {
      document.removeEventListener('visibilitychange', handleView)
      this.isLeft = true
      void this.save()
    }
  }

  /** Shows what the page's query has read, if nothing of this tab waits. */
  receive(found: AtelierSettings): void {
    const isOlder = (found.version ?? 0) < (this.read.version ?? 0)
    if (found === this.read || isOlder || !isEmpty(this.unsaved)) return
    this.read = found
    this.set({ settings: found })
  }

  change(part: AtelierSettingsChange): void {
    this.unsaved = { ...this.unsaved, ...asSent(part) }
    this.set({ settings: { ...this.state.settings, ...part }, saving: { status: 'pending' } })
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.save(), saveDelayMs)
  }

  /** Ends a conflict with these notes: the member's own, or those of the other tab. */
  keepNotes(notes: string): void {
    this.set({ otherNotes: null })
    this.change({ notes })
  }

  async save(): Promise<void> {
    clearTimeout(this.timer)
    if (isEmpty(this.sendable())) return
    try {
      await this.writer.write('settings', {
        send: (ageMs) => this.send(ageMs),
        readAgain: () => this.readOthers(),
        onWait: (code) => this.wait(code),
      })
      // Notes with a conflict wait for the member.
      if (isEmpty(this.sendable()))
        this.set({ saving: { status: isEmpty(this.unsaved) ? 'saved' : 'idle' } })
    } catch (error) {
      const code = reportFailure(this.shell, error, 'the settings could not be saved')
      if (code !== null) this.set({ saving: { status: 'failed', code } })
    }
    this.keepDraft()
  }

  private wait(code: string | null): void {
    this.set({ saving: code === null ? { status: 'pending' } : { status: 'failed', code } })
    this.keepDraft()
    // The next visit goes on with the draft.
    if (this.isLeft) this.writer.end()
  }

  /** What can be sent now: not notes that another tab has changed too. */
  private sendable(): AtelierSettingsChange {
    const { notes, ...others } = this.unsaved
    return this.state.otherNotes === null ? this.unsaved : others
  }

  private async send(ageMs: number | undefined): Promise<void> {
    this.isLate = ageMs !== undefined
    const change = this.sendable()
    if (isEmpty(change)) return
    for (const [name, value] of Object.entries(change)) this.sent.add(wordOf(name, value))
    const { version } = this.read
    this.read = await call(this.shell, changeSettings, {
      params: { id: this.designId },
      body: version === undefined ? change : { ...change, version },
      inBackground: this.isLeft,
    })
    // What was changed meanwhile is not saved yet.
    const isNewer = ([field, value]: [string, unknown]) =>
      value !== change[field as keyof AtelierSettingsChange]
    this.unsaved = Object.fromEntries(Object.entries(this.unsaved).filter(isNewer))
  }

  /** Reads what another tab has saved. Its notes and unsaved ones of this tab are both kept. */
  private async readOthers(): Promise<void> {
    const before = this.read
    this.read = await call(this.shell, readSettings, { params: { id: this.designId } })
    if (this.isLate) this.leaveToOthers(before)
    const { notes } = this.read
    const isOwn = this.sent.has(wordOf('notes', notes)) || notes === (this.unsaved.notes ?? notes)
    const isConflict = notes !== before.notes && !isOwn
    this.set({
      settings: { ...this.read, ...this.unsaved },
      ...(isConflict && { otherNotes: notes }),
    })
  }

  /** What another device has set since this tab read it stays. Both notes are kept. */
  private leaveToOthers(before: AtelierSettings): void {
    const isOurs = ([name]: [string, unknown]) => {
      const field = name as keyof AtelierSettingsChange
      const found = wordOf(name, this.read[field])
      return field === 'notes' || found === wordOf(name, before[field]) || this.sent.has(found)
    }
    this.unsaved = Object.fromEntries(Object.entries(this.unsaved).filter(isOurs))
  }

  private keepDraft(): void {
    // A conflict that nobody has ended is shown again.
    const version = this.state.otherNotes === null ? this.read.version : -1
    writeDraft(this.designId, this.unsaved, version)
  }

  private set(part: Partial<SettingsState>): void {
    this.state = { ...this.state, ...part }
    for (const listener of this.listeners) listener()
  }
}

/** One field and its value, as a text that can be compared. */
function wordOf(name: string, value: unknown): string {
  return `${name} ${JSON.stringify(value)}`
}

function isEmpty(change: AtelierSettingsChange): boolean {
  return Object.keys(change).length === 0
}

/** The field keeps what was typed: a text that changes under a hand moves its cursor. */
export function asSent<T extends { notes?: string; exactPlace?: string | undefined }>(
  settings: T,
): T {
  const { notes, exactPlace } = settings
  return {
    ...settings,
    ...(notes !== undefined && { notes: typedText(notes) }),
    ...(exactPlace !== undefined && { exactPlace: typedText(exactPlace) }),
  }
}

const keyOf = (designId: string) => `encre.atelier.${designId}`

/**
 * The settings that could not be saved, and the version that they change. They survive a sign-in.
 * Empty when everything was saved.
 */
function readDraft(designId: string): AtelierSettingsChange {
  try {
    return z.parse(AtelierSettingsChange, JSON.parse(readTabText(keyOf(designId)) ?? '{}'))
  } catch {
    return {}
  }
}

export function writeDraft(
  designId: string,
  change: AtelierSettingsChange,
  version?: number,
): void {
  const draft = isEmpty(change) ? null : JSON.stringify({ ...change, version })
  saveTabText(keyOf(designId), draft)
}
