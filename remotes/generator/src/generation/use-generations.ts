import {
  type GeneratorOptions,
  listGenerations,
  readOptions,
} from '@encre/generator-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call } from '@encre/remote-kit/call'
import { useEvent } from '@encre/remote-kit/use-event'
import { useQuery } from '@encre/remote-kit/use-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { MemberGenerations } from './member-generations.ts'

// One member at a time uses a page. At module level, so that their generations outlive their page.
let current: MemberGenerations | null = null

/** What the member does with generations, and what the worker knows of them while a page is open. */
export function useGenerations(shell: ShellApi, memberId: string) {
  const [generations] = useState(() => generationsOf(shell, memberId))
  const { subscribe, getSnapshot, generate, cancel } = generations
  const state = useSyncExternalStore(subscribe, getSnapshot, getSnapshot)

  useEffect(() => generations.setShell(shell), [generations, shell])
  useEffect(() => generations.open(), [generations])

  // The form works without them: the worker refuses what is not possible.
  const { reload } = useQuery(shell, {
    key: `${memberId} ${state.endedSets}`,
    read: (signal) => call(shell, readOptions, { prefetched: true, signal }),
    failureMessage: 'the options of the generator could not be read',
    onLoad: (options) => generations.receiveOptions(options),
  })
  useNewQuota(state.options, reload)
  // The member has not asked for anything yet: a list that fails shows no error.
  const list = useQuery(shell, {
    key: memberId,
    read: (signal) => call(shell, listGenerations, { prefetched: true, signal }),
    failureMessage: 'the generations could not be listed',
    onLoad: ({ generations: listed }) => generations.receiveList(listed),
  })
  const isExpected = state.isExpected && list.state.status === 'loading'
  return { ...state, isExpected, generate, cancel }
}

/** Milliseconds between two looks whether the quota has reset. */
const quotaIntervalMs = 30_000

/** Reads the options again once their quota has reset, until there are new ones. */
function useNewQuota(options: GeneratorOptions | null, reload: () => void): void {
  const readWhenOld = useEvent(() => {
    const isOld = !options || Date.parse(options.quota.resetsAt) <= Date.now()
    if (isOld && document.visibilityState === 'visible') reload()
  })
  useEffect(() => {
    const timer = setInterval(readWhenOld, quotaIntervalMs)
    // A timer stands still while the device sleeps.
    document.addEventListener('visibilitychange', readWhenOld)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', readWhenOld)
    }
  }, [readWhenOld])
}

export function closeGenerations(): void {
  current?.close()
  current = null
}

/** The same for each page of a member. */
export function generationsOf(shell: ShellApi, memberId: string): MemberGenerations {
  if (current?.memberId === memberId) return current
  closeGenerations()
  current = new MemberGenerations(memberId, shell)
  return current
}
