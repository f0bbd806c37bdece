import {
  type BatchResult,
  deleteDesign,
  deleteDesigns,
  mostDesignsAtOnce,
  restoreDesigns,
} from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { offerTakeBack, outcomeTitle } from '@encre/protocol/write-sentences'
import { TakenBackError, type Writer } from '@encre/protocol/writer'
import { call } from '@encre/remote-kit/call'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { reportFailure } from '@encre/remote-kit/use-query'
import { useWriter } from '@encre/remote-kit/use-writer'
import { flushSync } from 'react-dom'
import { messages, problemMessage } from '../../messages.ts'
import { nullIfGone } from '../../null-if-gone.ts'
import {
  type Change,
  clearMarks,
  endDeletion,
  type GalleryState,
  hide,
  markCards,
  unhide,
} from '../gallery-state.ts'

// The page's half of a deletion and its undo. The worker's:
// `workers/gallery/src/delete-designs.ts`; when it is sent again: `shared/protocol/src/writer.ts`.

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
 * reason.
 */
export function useDeletion(shell: ShellApi, options: DeletionOptions) {
  const { undoable, change } = options
  const page = { ...options, shell, writer: useWriter() }
  return {
    remove: (ids: string[]) => remove(page, ids),
    async undo() {
      if (!undoable) return
      change((state) => ({ ...state, undoable: null }))
      await restore(page, undoable.ids)
    },
    takeBackUndo: () => page.writer.takeBack('restore'),
  }
}

interface DeletionPage extends DeletionOptions {
  shell: ShellApi
  writer: Writer
}

async function remove(page: DeletionPage, ids: string[]): Promise<void> {
  const { shell, change, writer, onRetry, onReturn } = page

  function end(deleted: string[]) {
    if (deleted.length > 0) shell.announce(messages.deletedCount(deleted.length))
    change(endDeletion(deleted))
  }

  function fail(failed: string[], code: string, takeBack = () => {}) {
    const title = outcomeTitle(messages.deleteFailed, code)
    const hasFailed = title === messages.deleteFailed
    const reason = problemMessage(code)
    for (const id of failed) {
      const retry = { text: messages.retry, onPress: () => onRetry(id) }
      const mark = {
        title,
        reason: hasFailed ? `${reason} ${messages.kept}` : reason,
        button: offerTakeBack(code, takeBack) ?? retry,
      }
      change(markCards([id], hasFailed ? { ...mark, lang: 'en' } : mark))
    }
  }

  function giveBack([first]: string[]) {
    if (first !== undefined) onReturn(first)
  }

  const { done, failed, rest, error } = await inBatches(ids, (batch) => {
    const target = `delete ${batch}`
    return writer.write<BatchResult>(target, {
      send: (ageMs) => sendDeletion(shell, batch, ageMs),
      onSlow: () => change(markCards(batch, 'saving')),
      onWait(code) {
        if (code === null) return change(hide(batch))
        flushSync(() => fail(batch, code, () => writer.takeBack(target)))
        giveBack(batch)
      },
    })
  })
  const isTakenBack = error instanceof TakenBackError
  // Another device has changed them after this press.
  const kept = ids.filter((id) => ![...done, ...failed, ...rest].includes(id))
  flushSync(() => {
    end(done)
    change((state) => unhide(kept)(clearMarks(kept)(state)))
    fail(failed, 'internal')
    if (isTakenBack) change(clearMarks(rest))
    else fail(rest, problemCode(error))
  })
  giveBack([...failed, ...rest, ...kept])
  if (rest.length > 0 && !isTakenBack && !(error instanceof SessionEndedError))
    shell.report(new Error(messages.deleteFailed, { cause: error }))
}

async function restore(page: DeletionPage, ids: string[]): Promise<void> {
  const { shell, change, onReturn, onRestore } = page
  const refuse = (undoFailure: string | null) => change((state) => ({ ...state, undoFailure }))
  const { done, failed, rest, error } = await inBatches(ids, (batch) =>
    page.writer.write<BatchResult>('restore', {
      send: (ageMs) => call(shell, restoreDesigns, { body: { ids: batch, ageMs } }),
      onSlow: () => change(markCards(batch, 'saving')),
      onWait: refuse,
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

async function sendDeletion(
  shell: ShellApi,
  ids: string[],
  ageMs: number | undefined,
): Promise<BatchResult> {
  const [only = '', ...others] = ids
  if (others.length > 0 || ageMs !== undefined)
    return call(shell, deleteDesigns, { body: { ids, ageMs } })
  await call(shell, deleteDesign, { params: { id: only } }).catch(nullIfGone)
  return { done: ids, failed: [] }
}
