import type { ShellApi } from '@encre/protocol/shell-api'
import { RequestError } from '@encre/remote-kit/request'
import { saveShown } from '@encre/remote-kit/save-shown'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { reportFailure } from '@encre/remote-kit/use-query'
import { flushSync } from 'react-dom'
import {
  type BatchOutcome,
  deleteDesign,
  deleteDesigns,
  findDesign,
  restoreDesigns,
} from '../gallery-api.ts'
import {
  type Change,
  endDeletion,
  type GalleryState,
  hide,
  markCards,
  unhide,
} from '../gallery-state.ts'
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
 * Deletes designs that have left the page. One that the gallery has not deleted comes back with the
 * reason. When the answer to a deletion or an undo was lost, asks the gallery whether it has the
 * design.
 */
export function useDeletion(shell: ShellApi, options: DeletionOptions) {
  const { undoable, change } = options
  return {
    remove: (ids: string[]) => remove(shell, options, ids),
    async undo() {
      if (!undoable) return
      change((state) => ({ ...state, undoable: null }))
      await restore(shell, options, undoable.ids)
    },
  }
}

async function remove(shell: ShellApi, options: DeletionOptions, ids: string[]): Promise<void> {
  const { change, onRetry, onReturn } = options
  const { done, failed, rest, error } = await saveShown(
    () => sendDeletion(shell, ids),
    () => change(markCards(ids, 'saving')),
  )
  const isUnknown = isLost(error)

  function end(deleted: string[]) {
    if (deleted.length > 0) shell.announce(messages.deletedCount(deleted.length))
    change(endDeletion(deleted))
  }

  function fail(id: string, code: string, isKept: string) {
    const reason = `${problemMessage(code)} ${isKept}`
    const retry = () => onRetry(id)
    change(markCards([id], { title: messages.deleteFailed, lang: 'en', reason, retry }))
  }

  flushSync(() => {
    end(done)
    for (const id of failed) fail(id, 'internal', messages.kept)
    const isKept = isUnknown ? messages.unknownIfKept : messages.kept
    for (const id of rest) fail(id, problemCode(error), isKept)
  })
  const [first] = [...failed, ...rest]
  if (first !== undefined) onReturn(first)

  const answers = isUnknown ? await askWhichAreStored(shell, rest) : unasked
  end(rest.filter((id) => answers.get(id) === 'gone'))
  const kept = rest.filter((id) => answers.get(id) === 'stored')
  for (const id of kept) fail(id, problemCode(error), messages.kept)
  const isEverythingGone = rest.every((id) => answers.get(id) === 'gone')
  if (!isEverythingGone && !(error instanceof SessionEndedError)) {
    shell.report(new Error(messages.deleteFailed, { cause: error }))
  }
}

async function restore(shell: ShellApi, options: DeletionOptions, ids: string[]): Promise<void> {
  const { change, onReturn, onRestore } = options
  const { done, failed, rest, error } = await saveShown(
    () => restoreDesigns(shell, ids),
    () => change(markCards(ids, 'saving')),
  )
  const answers = isLost(error) ? await askWhichAreStored(shell, rest) : unasked
  const areBack = rest.filter((id) => answers.get(id) === 'stored')
  const restored = [...done, ...areBack]
  const refuse = (undoFailure: string | null) => change((state) => ({ ...state, undoFailure }))
  if (failed.length > 0) refuse('internal')
  if (areBack.length < rest.length) refuse(reportFailure(shell, error, messages.restoreFailed))
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

type Answers = ReadonlyMap<string, 'stored' | 'gone' | 'unknown'>
const unasked: Answers = new Map()

/** What the gallery says of designs: it has no deleted design. `unknown`: it cannot be asked. */
async function askWhichAreStored(shell: ShellApi, ids: string[]): Promise<Answers> {
  const ask = async (id: string) => {
    try {
      return (await findDesign(shell, id)) === null ? 'gone' : 'stored'
    } catch {
      return 'unknown'
    }
  }
  return new Map(await Promise.all(ids.map(async (id) => [id, await ask(id)] as const)))
}
