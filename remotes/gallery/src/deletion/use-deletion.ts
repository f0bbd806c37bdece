import type { ShellApi } from '@encre/protocol/shell-api'
import { RequestError } from '@encre/remote-kit/request'
import { saveShown } from '@encre/remote-kit/save-shown'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { reportFailure } from '@encre/remote-kit/use-query'
import { flushSync } from 'react-dom'
import { type BatchOutcome, deleteDesign, deleteDesigns, findDesign, restoreDesigns } from '../gallery-api.ts'
import { type Change, endDeletion, type GalleryState, hide, markCards, unhide } from '../gallery-state.ts'
import { messages, problemMessage } from '../messages.ts'

interface DeletionOptions {
  undoable: GalleryState['undoable']
  change: (change: Change) => void
  onRetry: (designId: string) => void
  /** Called when designs are back on the page, with the first one. */
  onReturn: (designId: string) => void
  onRestore: () => void
}

/**
 * Deletes designs that have left the page. One that the gallery has not deleted comes back with the reason. When the answer to a deletion or
 * an undo was lost, asks the gallery whether it has the design.
 */
export function useDeletion(shell: ShellApi, { undoable, change, onRetry, onReturn, onRestore }: DeletionOptions) {
  async function remove(ids: string[]) {
    const { done, failed, rest, error } = await saveShown(
      () => sendDeletion(shell, ids),
      () => change(markCards(ids, 'saving')),
    )
    const isUnknown = isLost(error)
    flushSync(() => {
      end(done)
      for (const id of failed) fail(id, 'internal', messages.kept)
      for (const id of rest) fail(id, problemCode(error), isUnknown ? messages.unknownIfKept : messages.kept)
    })
    const [first] = [...failed, ...rest]
    if (first !== undefined) onReturn(first)
    const stored = await Promise.all(rest.map((id) => (isUnknown ? isStored(shell, id) : true)))
    end(rest.filter((_, index) => stored[index] === false))
    const staying = rest.filter((_, index) => stored[index] !== false)
    if (isUnknown) for (const id of staying) if (stored[rest.indexOf(id)]) fail(id, problemCode(error), messages.kept)
    if (staying.length > 0 && !(error instanceof SessionEndedError)) shell.report(new Error(messages.deleteFailed, { cause: error }))
  }

  function end(deleted: string[]) {
    if (deleted.length > 0) shell.announce(messages.deletedCount(deleted.length))
    change(endDeletion(deleted))
  }

  function fail(id: string, code: string, isKept: string) {
    const reason = `${problemMessage(code)} ${isKept}`
    change(markCards([id], { title: messages.deleteFailed, lang: 'en', reason, retry: () => onRetry(id) }))
  }

  async function undo() {
    if (!undoable) return
    const { ids } = undoable
    change((state) => ({ ...state, undoable: null }))
    const { done, failed, rest, error } = await saveShown(
      () => restoreDesigns(shell, ids),
      () => change(markCards(ids, 'saving')),
    )
    const areBack = await Promise.all(rest.map(async (id) => isLost(error) && (await isStored(shell, id)) === true))
    const restored = [...done, ...rest.filter((_, index) => areBack[index])]
    const refuse = (undoFailure: string | null) => change((state) => ({ ...state, undoFailure }))
    if (failed.length > 0) refuse('internal')
    if (areBack.includes(false)) refuse(reportFailure(shell, error, messages.restoreFailed))
    flushSync(() => {
      change(hide(ids))
      change(unhide(restored))
    })
    const [first] = restored
    if (first === undefined) return
    shell.announce(messages.restoredCount(restored.length))
    onRestore()
    onReturn(first)
  }

  return { remove, undo }
}

async function sendDeletion(shell: ShellApi, ids: string[]): Promise<BatchOutcome> {
  const [only = '', ...others] = ids
  if (others.length > 0) return deleteDesigns(shell, ids)
  return deleteDesign(shell, only).then(
    () => ({ done: ids, failed: [], rest: [], error: null }),
    (error: unknown) => ({ done: [], failed: [], rest: ids, error }),
  )
}

/** Whether the gallery may have done what a request asked for, although it failed. */
function isLost(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 0 || error.status >= 500)
}

/** Asks the gallery whether it has a design. It has no deleted design. Null when it cannot be asked. */
async function isStored(shell: ShellApi, designId: string): Promise<boolean | null> {
  try {
    return (await findDesign(shell, designId)) !== null
  } catch {
    return null
  }
}
