import type { Design } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { RequestError } from '@encre/remote-kit/request'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { deleteDesign, findDesign } from './gallery-api.ts'
import { messages } from './messages.ts'

/** Why a design is still on the page. `kept` is false if nobody could say whether the gallery still has it. */
export interface DeletionFailure {
  code: string
  kept: boolean
}

interface DeletionOptions {
  hide: (ids: string[]) => void
  unhide: (ids: string[]) => void
  /** Called when a design is back on the page. */
  onReturn: (design: Design) => void
}

/**
 * Removes a design from the page at once, then from the gallery. A design that could not be deleted comes back with the reason. When the
 * answer was lost, the gallery is asked what is true before anything is said.
 */
export function useDeletion(shell: ShellApi, { hide, unhide, onReturn }: DeletionOptions) {
  const [failures, setFailures] = useState<ReadonlyMap<string, DeletionFailure>>(new Map())

  async function remove(design: Design) {
    hide([design.id])
    setFailures((before) => new Map([...before].filter(([id]) => id !== design.id)))
    try {
      await deleteDesign(shell, design.id)
      shell.announce(messages.deleted)
    } catch (error) {
      const stays = await isStillThere(shell, design.id, error)
      if (stays === false) return shell.announce(messages.deleted)
      if (!(error instanceof SessionEndedError)) shell.report(new Error(messages.deleteFailed, { cause: error }))
      flushSync(() => {
        unhide([design.id])
        setFailures((before) => new Map(before).set(design.id, { code: problemCode(error), kept: stays === true }))
      })
      onReturn(design)
    }
  }

  return { remove, failures }
}

/** A refusal says that the design stays. Without an answer, or after an error in the middle, the gallery knows; null if it cannot be asked. */
async function isStillThere(shell: ShellApi, designId: string, error: unknown): Promise<boolean | null> {
  const isLost = error instanceof RequestError && (error.status === 0 || error.status >= 500)
  if (!isLost) return true
  try {
    return (await findDesign(shell, designId)) !== null
  } catch {
    return null
  }
}
