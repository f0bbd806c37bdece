import { type Parent, readParent } from '@encre/generator-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call } from '@encre/remote-kit/call'
import { useQuery } from '@encre/remote-kit/use-query'

/** The design that a generation varies or changes. */
export function useParent(shell: ShellApi, id: string, onLoad?: (parent: Parent) => void) {
  return useQuery(shell, {
    key: id,
    read: (signal) => call(shell, readParent, { params: { id }, signal }),
    failureMessage: 'the design to vary or change could not be read',
    onLoad,
  })
}
