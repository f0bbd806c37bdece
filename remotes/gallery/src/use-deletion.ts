import type { Design } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { useState } from 'react'
import { deleteDesign, isSessionOver, problemCode } from './gallery-api.ts'
import { messages } from './messages.ts'

/** Deletes at once on the page and then at the worker; a design that could not be deleted comes back with the reason. */
export function useDeletion(shell: ShellApi) {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())

  async function remove(design: Design) {
    setGone((ids) => new Set(ids).add(design.id))
    try {
      await deleteDesign(shell, design.id)
      shell.announce(messages.deleted)
    } catch (error) {
      shell.report(new Error(messages.deleteFailed, { cause: error }))
      setGone((ids) => new Set([...ids].filter((id) => id !== design.id)))
      setFailures((codes) => new Map(codes).set(design.id, problemCode(error)))
      if (isSessionOver(error)) shell.signIn(shell.path)
    }
  }

  return { remove, isGone: (design: Design) => gone.has(design.id), failureOf: (design: Design) => failures.get(design.id) ?? null }
}
