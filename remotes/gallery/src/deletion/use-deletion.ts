import type { ListedDesign } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { RequestError } from '@encre/remote-kit/request'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { reportFailure } from '@encre/remote-kit/use-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { deleteDesign, deleteDesigns, findDesign, restoreDesigns } from '../gallery-api.ts'
import { messages } from '../messages.ts'

/** Why a design is still on the page. `kept` is false when the gallery could not be asked whether it still has the design. */
export interface DeletionFailure {
  code: string
  kept: boolean
}

/** Designs that the member has just deleted and can take back. */
export interface Undoable {
  /** Counts the deletes: each has its own notice. */
  turn: number
  ids: string[]
}

interface DeletionOptions {
  hide: (ids: string[]) => void
  unhide: (ids: string[]) => void
  /** Called when a design is back on the page. */
  onReturn: (designId: string) => void
  /** Called when the gallery has restored designs. */
  onRestore: () => void
}

/**
 * Removes designs from the page at once, then from the gallery. A design that could not be deleted comes back with the reason. When the
 * answer was lost, the gallery is asked what is true before anything is said.
 */
export function useDeletion(shell: ShellApi, { hide, unhide, onReturn, onRestore }: DeletionOptions) {
  const [failures, setFailures] = useState<ReadonlyMap<string, DeletionFailure>>(new Map())
  const [undoable, setUndoable] = useState<Undoable | null>(null)
  const [undoFailure, setUndoFailure] = useState<string | null>(null)

  async function remove(designs: ListedDesign[]) {
    const ids = designs.map(({ id }) => id)
    hide(ids)
    setUndoFailure(null)
    setFailures((before) => new Map([...before].filter(([id]) => !ids.includes(id))))
    const kept = designs.length === 1 ? await removeOne(shell, ids[0] ?? '') : await removeSeveral(shell, ids)
    const deleted = ids.filter((id) => !kept.has(id))
    if (deleted.length > 0) {
      shell.announce(messages.deletedCount(deleted.length))
      setUndoable((before) => ({ turn: (before?.turn ?? 0) + 1, ids: deleted }))
    }
    if (kept.size === 0) return
    flushSync(() => {
      unhide([...kept.keys()])
      setFailures((before) => new Map([...before, ...kept]))
    })
    for (const id of kept.keys()) return onReturn(id)
  }

  async function undo() {
    if (!undoable) return
    const { ids } = undoable
    setUndoable(null)
    try {
      const { done, failed } = await restoreDesigns(shell, ids)
      if (failed.length > 0) setUndoFailure('internal')
      flushSync(() => unhide(done))
      if (done.length > 0) {
        shell.announce(messages.restoredCount(done.length))
        onRestore()
        onReturn(done[0] ?? '')
      }
    } catch (error) {
      setUndoFailure(reportFailure(shell, error, messages.restoreFailed))
    }
  }

  return { remove, failures, undoable, undo, endUndo: () => setUndoable(null), undoFailure }
}

type Kept = ReadonlyMap<string, DeletionFailure>

async function removeOne(shell: ShellApi, designId: string): Promise<Kept> {
  try {
    await deleteDesign(shell, designId)
    return new Map()
  } catch (error) {
    return explain(shell, [designId], error)
  }
}

async function removeSeveral(shell: ShellApi, designIds: string[]): Promise<Kept> {
  try {
    const { failed } = await deleteDesigns(shell, designIds)
    return new Map(failed.map((id) => [id, { code: 'internal', kept: true }]))
  } catch (error) {
    return explain(shell, designIds, error)
  }
}

/** The designs that stay on the page after a delete failed. */
async function explain(shell: ShellApi, designIds: string[], error: unknown): Promise<Kept> {
  const code = problemCode(error)
  const answers = await Promise.all(designIds.map(async (id) => ({ id, stays: await isStillThere(shell, id, error) })))
  const staying = answers.filter(({ stays }) => stays !== false)
  if (staying.length > 0 && !(error instanceof SessionEndedError)) shell.report(new Error(messages.deleteFailed, { cause: error }))
  return new Map(staying.map(({ id, stays }) => [id, { code, kept: stays === true }]))
}

/** Whether the gallery still has a design whose delete failed. A refusal means yes; otherwise asks the gallery. Null when it cannot be asked. */
async function isStillThere(shell: ShellApi, designId: string, error: unknown): Promise<boolean | null> {
  const isLost = error instanceof RequestError && (error.status === 0 || error.status >= 500)
  if (!isLost) return true
  try {
    return (await findDesign(shell, designId)) !== null
  } catch {
    return null
  }
}
