import {
  type AtelierSettings,
  AtelierSettingsChange,
  changeSettings,
  readSettings,
} from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { readTabText, saveTabText } from '@encre/protocol/tab-storage'
import { call } from '@encre/remote-kit/call'
import { reportFailure } from '@encre/remote-kit/use-query'
import { askIntervalMs, isLost, unknownOutcome } from '@encre/remote-kit/write'
import * as z from 'zod/mini'

export const saveDelayMs = 600

export type Saving = { status: 'idle' | 'pending' | 'saved' } | { status: 'failed'; code: string }

interface SettingsState {
  settings: AtelierSettings
  saving: Saving
  /** Notes that another tab has saved while this one had its own: both are shown. */
  otherNotes: string | null
}

/**
 * The settings of a design. A change shows at once. One that could not be saved stays on the page:
 * it is sent again with the next one, once the browser is online, and by itself if its answer was
 * lost. What another tab has changed is read when the tab comes into view, and before a change
 * replaces it.
 */
export class SettingsStore {
  private state: SettingsState
  /** What this tab has read. A change that was not saved names its version. */
  private read: AtelierSettings
  private unsaved: AtelierSettingsChange
  private timer: ReturnType<typeof setTimeout> | undefined
  /** One request at a time: two could arrive in the other order, and leave the older settings. */
  private isSaving = false
  private saveAgain = false
  private isLeft = false
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
    const listening = new AbortController()
    const { signal } = listening
    const handleView = () =>
      void (document.visibilityState === 'hidden' ? this.save() : this.readAgain())
    document.addEventListener('visibilitychange', handleView, { signal })
    addEventListener('online', () => void this.save(), { signal })
    return () => {
      listening.abort()
      this.isLeft = true
      void this.save()
    }
  }

  change(part: AtelierSettingsChange): void {
    this.unsaved = { ...this.unsaved, ...part }
    this.set({ settings: { ...this.state.settings, ...part }, saving: { status: 'pending' } })
    this.saveIn(saveDelayMs)
  }

  /** Ends a conflict with these notes: the member's own, or those of the other tab. */
  keepNotes(notes: string): void {
    this.set({ otherNotes: null })
    this.change({ notes })
  }

  async save(): Promise<void> {
    clearTimeout(this.timer)
    const { notes, ...others } = this.unsaved
    // Notes with a conflict wait for the member.
    const change = this.state.otherNotes === null ? this.unsaved : others
    if (Object.keys(change).length === 0) return
    this.saveAgain = this.isSaving
    if (this.isSaving) return
    this.isSaving = true
    this.unsaved = change === others && notes !== undefined ? { notes } : {}
    await this.send(change)
    this.isSaving = false
    if (this.saveAgain) await this.save()
  }

  private async send(change: AtelierSettingsChange): Promise<void> {
    const read = this.read.version
    try {
      const versioned = read === undefined ? change : { ...change, version: read }
      const params = { id: this.designId }
      const asked = { params, body: versioned, inBackground: this.isLeft }
      this.read = await call(this.shell, changeSettings, asked)
      if (Object.keys(this.unsaved).length === 0) this.set({ saving: { status: 'saved' } })
    } catch (error) {
      // What was typed meanwhile is newer.
      this.unsaved = { ...change, ...this.unsaved }
      await this.fail(error)
    }
    // A conflict that nobody has ended is shown again.
    const version = this.state.otherNotes === null ? this.read.version : -1
    writeDraft(this.designId, this.unsaved, version)
  }

  private async fail(error: unknown): Promise<void> {
    if (error instanceof Error && 'code' in error && error.code === 'version-conflict') {
      await this.readOthers().catch((failure: unknown) => this.fail(failure))
      return
    }
    const code = isLost(error)
      ? unknownOutcome
      : reportFailure(this.shell, error, 'the settings could not be saved')
    if (code === unknownOutcome && !this.isLeft) this.saveIn(askIntervalMs)
    if (code !== null && !this.saveAgain) this.set({ saving: { status: 'failed', code } })
  }

  private readNow(): Promise<AtelierSettings> {
    return call(this.shell, readSettings, { params: { id: this.designId } })
  }

  /** Reads what another tab has saved. Its notes and unsaved ones of this tab are both kept. */
  private async readOthers(): Promise<void> {
    const before = this.read
    this.read = await this.readNow()
    const { notes } = this.read
    const mine = this.unsaved.notes ?? notes
    const isConflict = notes !== before.notes && notes !== mine
    this.set({
      settings: { ...this.read, ...this.unsaved },
      ...(isConflict && { otherNotes: notes }),
    })
    this.saveAgain = true
  }

  /** For a tab that comes into view. */
  private async readAgain(): Promise<void> {
    if (this.isSaving || Object.keys(this.unsaved).length > 0) return this.save()
    // The settings of before stay on the page until the next try.
    const found = await this.readNow().catch(() => null)
    const isTyping = this.isSaving || Object.keys(this.unsaved).length > 0
    if (!found || isTyping) return
    this.read = found
    this.set({ settings: found })
  }

  private saveIn(milliseconds: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.save(), milliseconds)
  }

  private set(part: Partial<SettingsState>): void {
    this.state = { ...this.state, ...part }
    for (const listener of this.listeners) listener()
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
  const isSaved = Object.keys(change).length === 0
  saveTabText(keyOf(designId), isSaved ? null : JSON.stringify({ ...change, version }))
}
