import { type AtelierSettings, AtelierSettingsChange } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { readTabText, saveTabText } from '@encre/protocol/tab-storage'
import { reportFailure } from '@encre/remote-kit/use-query'
import { askIntervalMs, isLost, unknownOutcome } from '@encre/remote-kit/write'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { saveSettings } from './atelier-api.ts'

export const saveDelayMs = 600

export type Saving = { status: 'idle' | 'pending' | 'saved' } | { status: 'failed'; code: string }

/**
 * A change shows at once. One that could not be saved stays on the page. It is sent again with the
 * next one, or once the browser is online; one whose answer was lost also by itself.
 */
export function useSettings(shell: ShellApi, designId: string, initial: AtelierSettings) {
  const [draft] = useState(() => readDraft(designId))
  const [settings, setSettings] = useState({ ...initial, ...draft })
  const [saving, setSaving] = useState<Saving>({ status: 'idle' })
  const unsaved = useRef<AtelierSettingsChange>(draft)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** One request at a time: two could arrive in the other order, and leave the older settings. */
  const isSaving = useRef(false)
  const saveAgain = useRef(false)
  const isLeft = useRef(false)

  async function save() {
    clearTimeout(timer.current)
    const change = unsaved.current
    if (Object.keys(change).length === 0) return
    saveAgain.current = isSaving.current
    if (isSaving.current) return
    isSaving.current = true
    unsaved.current = {}
    try {
      await saveSettings(shell, designId, change, { inBackground: isLeft.current })
      writeDraft(designId, unsaved.current)
      if (Object.keys(unsaved.current).length === 0) setSaving({ status: 'saved' })
    } catch (error) {
      // What was typed meanwhile is newer.
      unsaved.current = { ...change, ...unsaved.current }
      writeDraft(designId, unsaved.current)
      fail(error)
    }
    isSaving.current = false
    if (saveAgain.current) await save()
  }

  function fail(error: unknown) {
    const code = isLost(error)
      ? unknownOutcome
      : reportFailure(shell, error, 'the settings could not be saved')
    if (code === unknownOutcome && !isLeft.current)
      timer.current = setTimeout(() => void save(), askIntervalMs)
    if (code !== null && !saveAgain.current) setSaving({ status: 'failed', code })
  }

  const saveNow = useEffectEvent(() => void save())
  useEffect(() => {
    isLeft.current = false
    // Saves what a draft from before the sign-in left.
    timer.current = setTimeout(saveNow)
    const handleHide = () => document.visibilityState === 'hidden' && saveNow()
    const handleOnline = () => saveNow()
    document.addEventListener('visibilitychange', handleHide)
    addEventListener('online', handleOnline)
    return () => {
      document.removeEventListener('visibilitychange', handleHide)
      removeEventListener('online', handleOnline)
      isLeft.current = true
      saveNow()
    }
  }, [])

  function change(part: AtelierSettingsChange) {
    setSettings((before) => ({ ...before, ...part }))
    setSaving({ status: 'pending' })
    unsaved.current = { ...unsaved.current, ...part }
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), saveDelayMs)
  }

  return { settings, saving, change, retry: () => void save() }
}

const keyOf = (designId: string) => `encre.atelier.${designId}`

/**
 * The settings that could not be saved. They survive a sign-in. Empty when everything was saved.
 */
function readDraft(designId: string): AtelierSettingsChange {
  try {
    return z.parse(AtelierSettingsChange, JSON.parse(readTabText(keyOf(designId)) ?? '{}'))
  } catch {
    return {}
  }
}

export function writeDraft(designId: string, change: AtelierSettingsChange): void {
  saveTabText(keyOf(designId), Object.keys(change).length > 0 ? JSON.stringify(change) : null)
}
