import type { Design } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { useState } from 'react'
import { deleteDesign } from './gallery-api.ts'
import { messages } from './messages.ts'

/** Removes a design from the page at once, then from the gallery. A design that could not be deleted comes back with the reason. */
export function useDeletion(shell: ShellApi) {
  const [deletedIds, setDeletedIds] = useState<ReadonlySet<string>>(new Set())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())

  async function remove(design: Design) {
    setDeletedIds((ids) => new Set(ids).add(design.id))
    try {
      await deleteDesign(shell, design.id)
      shell.announce(messages.deleted)
    } catch (error) {
      if (!(error instanceof SessionEndedError)) shell.report(new Error(messages.deleteFailed, { cause: error }))
      setDeletedIds((ids) => new Set([...ids].filter((id) => id !== design.id)))
      setFailures((codes) => new Map(codes).set(design.id, problemCode(error)))
    }
  }

  return {
    remove,
    isDeleted: (design: Design) => deletedIds.has(design.id),
    failureOf: (design: Design) => failures.get(design.id) ?? null,
  }
}
