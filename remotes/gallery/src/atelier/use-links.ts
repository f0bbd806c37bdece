import type { CreatedArtistLink, NewArtistLink } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { reportFailure, useQuery } from '@encre/remote-kit/use-query'
import { useState } from 'react'
import { createLink, listLinks, revokeLink } from './links-api.ts'
import { linksMessages as text } from './links-messages.ts'

type Change = { status: 'idle' | 'creating' | 'revoking' } | { status: 'failed'; action: 'create' | 'revoke'; code: string }

/** The links of a design. `created` is the newest one with its address, which is known until the page is left. */
export function useLinks(shell: ShellApi, designId: string) {
  const { state, retry, reload } = useQuery(shell, {
    key: `${shell.member?.id} ${designId} links`,
    read: (signal) => listLinks(shell, designId, signal),
    failureMessage: text.loadFailed,
  })
  const [created, setCreated] = useState<CreatedArtistLink | null>(null)
  const [change, setChange] = useState<Change>({ status: 'idle' })

  async function run(action: 'create' | 'revoke', send: () => Promise<void>) {
    try {
      await send()
      setChange({ status: 'idle' })
    } catch (error) {
      const code = reportFailure(shell, error, action === 'create' ? text.createFailed : text.revokeFailed)
      if (code !== null) setChange({ status: 'failed', action, code })
    }
    // Also after a failure: perhaps only the answer was lost.
    reload()
  }

  function create(days: NewArtistLink['days']) {
    setChange({ status: 'creating' })
    return run('create', async () => setCreated(await createLink(shell, designId, days)))
  }

  function revoke(linkId: string) {
    setChange({ status: 'revoking' })
    return run('revoke', async () => {
      await revokeLink(shell, linkId)
      setCreated((newest) => (newest?.link.id === linkId ? null : newest))
      shell.announce(text.revoked)
    })
  }

  return { state, retry, created, change, create, revoke }
}
