import type { ShellApi } from '@encre/protocol/shell-api'
import { RequestError } from '@encre/remote-kit/request'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { reportFailure } from '@encre/remote-kit/use-query'
import { flushSync } from 'react-dom'
import { deleteDesign, deleteDesigns, findDesign, restoreDesigns } from '../gallery-api.ts'
import { type Change, type DeletionFailure, endDeletion, type GalleryState, unhide } from '../gallery-state.ts'
import { messages } from '../messages.ts'

interface DeletionOptions {
  /** What can be taken back. */
  undoable: GalleryState['undoable']
  change: (change: Change) => void
  /** Called when designs are back on the page, with the first one. */
  onReturn: (designId: string) => void
  /** Called when the gallery has restored designs. */
  onRestore: () => void
}

/**
 * Deletes designs in the gallery after they have left the page. A design that could not be deleted comes back with the reason. When the
 * answer to a deletion or an undo was lost, asks the gallery whether it has the design before the page says anything.
 */
export function useDeletion(shell: ShellApi, { undoable, change, onReturn, onRestore }: DeletionOptions) {
  async function remove(ids: string[]) {
    const failed = ids.length === 1 ? await removeOne(shell, ids[0] ?? '') : await removeSeveral(shell, ids)
    const deleted = ids.filter((id) => !failed.has(id))
    if (deleted.length > 0) shell.announce(messages.deletedCount(deleted.length))
    flushSync(() => change(endDeletion(deleted, failed)))
    const [firstFailed] = failed.keys()
    if (firstFailed !== undefined) onReturn(firstFailed)
  }

  async function undo() {
    if (!undoable) return
    change((state) => ({ ...state, undoable: null }))
    const { done, failed, rest, error } = await restoreDesigns(shell, undoable.ids)
    const areBack = await Promise.all(rest.map(async (id) => isLost(error) && (await isStored(shell, id)) === true))
    const restored = [...done, ...rest.filter((_, index) => areBack[index])]
    const fail = (undoFailure: string | null) => change((state) => ({ ...state, undoFailure }))
    if (failed.length > 0) fail('internal')
    if (areBack.includes(false)) fail(reportFailure(shell, error, messages.restoreFailed))
    const [first] = restored
    if (first === undefined) return
    flushSync(() => change(unhide(restored)))
    shell.announce(messages.restoredCount(restored.length))
    onRestore()
    onReturn(first)
  }

  return { remove, undo }
}

/** By design. A design that was deleted is left out. */
type Failures = ReadonlyMap<string, DeletionFailure>

async function removeOne(shell: ShellApi, designId: string): Promise<Failures> {
  try {
    await deleteDesign(shell, designId)
    return new Map()
  } catch (error) {
    return listFailures(shell, [designId], error)
  }
}

async function removeSeveral(shell: ShellApi, designIds: string[]): Promise<Failures> {
  const { failed, rest, error } = await deleteDesigns(shell, designIds)
  const refused = failed.map((id) => [id, { code: 'internal', kept: true }] as const)
  return new Map([...refused, ...(rest.length > 0 ? await listFailures(shell, rest, error) : [])])
}

/** The designs that stay after a request failed. A design that the gallery no longer has was deleted after all. */
async function listFailures(shell: ShellApi, designIds: string[], error: unknown): Promise<Failures> {
  const code = problemCode(error)
  // A refusal means that the gallery has the designs.
  const answers = await Promise.all(designIds.map(async (id) => ({ id, stored: isLost(error) ? await isStored(shell, id) : true })))
  const staying = answers.filter(({ stored }) => stored !== false)
  if (staying.length > 0 && !(error instanceof SessionEndedError)) shell.report(new Error(messages.deleteFailed, { cause: error }))
  return new Map(staying.map(({ id, stored }) => [id, { code, kept: stored === true }]))
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
