import {
  type BatchResult,
  deleteDesigns,
  mostDesignsAtOnce,
  restoreDesigns,
} from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call } from '@encre/remote-kit/call'
import { outcomeTitle } from '@encre/remote-kit/sentences'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { reportFailure } from '@encre/remote-kit/use-query'
import { useWrites } from '@encre/remote-kit/use-writes'
import { unknownOutcome } from '@encre/remote-kit/write'
import { flushSync } from 'react-dom'
import { deleteDesign, findWhichAreStored } from '../../gallery-api.ts'
import { messages, problemMessage } from '../../messages.ts'
import {
  type Change,
  endDeletion,
  type GalleryState,
  hide,
  markCards,
  unhide,
} from '../gallery-state.ts'

interface DeletionOptions {
  undoable: GalleryState['undoable']
  change: (change: Change) => void
  onRetry: (designId: string) => void
  /** Called when designs are back on the page, with the first one. */
  onReturn: (designId: string) => void
  onRestore: () => void
}

/**
 * Deletes designs that have left the page. One that the gallery has not deleted comes back with the
 * reason. When the answer to a deletion or an undo was lost, asks the gallery whether it has the
 * design.
 */
export function useDeletion(shell: ShellApi, options: DeletionOptions) {
  const { undoable, change } = options
  const page = { ...options, shell, write: useWrites() }
  return {
    remove: (ids: string[]) => remove(page, ids),
    async undo() {
      if (!undoable) return
      change((state) => ({ ...state, undoable: null }))
      await restore(page, undoable.ids)
    },
  }
}

interface DeletionPage extends DeletionOptions {
  shell: ShellApi
  write: ReturnType<typeof useWrites>
}

async function remove(page: DeletionPage, ids: string[]): Promise<void> {
  const { shell, change, onRetry, onReturn } = page

  function end(deleted: string[]) {
    if (deleted.length > 0) shell.announce(messages.deletedCount(deleted.length))
    change(endDeletion(deleted))
  }

  function fail(failed: string[], code: string) {
    const isUnknown = code === unknownOutcome
    const reason = problemMessage(code)
    for (const id of failed) {
      const mark = {
        title: outcomeTitle(messages.deleteFailed, code),
        reason: isUnknown ? reason : `${reason} ${messages.kept}`,
        retry: () => onRetry(id),
      }
      change(markCards([id], isUnknown ? mark : { ...mark, lang: 'en' }))
    }
  }

  function giveBack([first]: string[]) {
    if (first !== undefined) onReturn(first)
  }

  const { done, failed, rest, error } = await inBatches(ids, (batch) =>
    page.write(`delete ${batch}`, () => sendDeletion(shell, batch), {
      ask: async () => {
        const { stored, gone } = await findWhichAreStored(shell, batch)
        return gone.length > 0 ? { done: gone, failed: stored } : null
      },
      onSlow: () => change(markCards(batch, 'saving')),
      onUnknown: () => {
        flushSync(() => fail(batch, unknownOutcome))
        giveBack(batch)
      },
    }),
  )
  flushSync(() => {
    end(done)
    fail(failed, 'internal')
    fail(rest, problemCode(error))
  })
  giveBack([...failed, ...rest])
  if (rest.length > 0 && !(error instanceof SessionEndedError))
    shell.report(new Error(messages.deleteFailed, { cause: error }))
}

async function restore(page: DeletionPage, ids: string[]): Promise<void> {
  const { shell, change, onReturn, onRestore } = page
  const refuse = (undoFailure: string | null) => change((state) => ({ ...state, undoFailure }))
  const { done, failed, rest, error } = await inBatches(ids, (batch) =>
    page.write(`restore ${batch}`, () => call(shell, restoreDesigns, { body: { ids: batch } }), {
      ask: async () => {
        const { stored, gone } = await findWhichAreStored(shell, batch)
        return stored.length > 0 ? { done: stored, failed: gone } : null
      },
      onSlow: () => change(markCards(batch, 'saving')),
      onUnknown: () => refuse(unknownOutcome),
    }),
  )
  refuse(failed.length > 0 ? 'internal' : null)
  if (rest.length > 0) refuse(reportFailure(shell, error, messages.restoreFailed))
  flushSync(() => {
    change(hide(ids))
    change(unhide(done))
  })
  const [first] = done
  if (first === undefined) return
  shell.announce(messages.restoredCount(done.length))
  onRestore()
  onReturn(first)
}

/**
 * The result for many designs. `rest` are the designs of the first failed request and of all
 * requests after it; `error` is its error.
 */
interface BatchOutcome extends BatchResult {
  rest: string[]
  error: unknown
}

async function inBatches(
  ids: string[],
  send: (ids: string[]) => Promise<BatchResult>,
): Promise<BatchOutcome> {
  const outcome: BatchOutcome = { done: [], failed: [], rest: [], error: null }
  for (let start = 0; start < ids.length; start += mostDesignsAtOnce) {
    try {
      const { done, failed } = await send(ids.slice(start, start + mostDesignsAtOnce))
      outcome.done.push(...done)
      outcome.failed.push(...failed)
    } catch (error) {
      return { ...outcome, rest: ids.slice(start), error }
    }
  }
  return outcome
}

async function sendDeletion(shell: ShellApi, ids: string[]): Promise<BatchResult> {
  const [only = '', ...others] = ids
  if (others.length > 0) return call(shell, deleteDesigns, { body: { ids } })
  await deleteDesign(shell, only)
  return { done: ids, failed: [] }
}
