import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { useState } from 'react'
import { erasureMessages as messages, problemMessage } from '../messages.ts'
import page from '../page.module.css'
import { EraseDialog } from './erase-dialog.tsx'
import { confirmedPath, isConfirmed } from './erasure-path.ts'
import { useErasure } from './use-erasure.ts'

export function EraseAccount({ shell, member }: { shell: ShellApi; member: Member }) {
  const { state, erase, reset } = useErasure(shell)
  // Back from the tenant's page, the question is asked again.
  const [isAsking, setIsAsking] = useState(() => isConfirmed(shell.path))
  const isErasing = state.status === 'erasing'

  function close() {
    setIsAsking(false)
    reset()
    if (isConfirmed(shell.path)) shell.navigate('/settings')
  }

  return (
    <section className={page.section} aria-labelledby="erase-account">
      <h2 id="erase-account">{messages.title}</h2>
      <p className={page.text}>{messages.explanation}</p>
      {state.status === 'failed' && (
        <Notice kind="error" title={messages.failed}>
          <p>
            <span lang="fr">{problemMessage(state.code)}</span> {messages.again}
          </p>
        </Notice>
      )}
      {state.status === 'sign-in-kept' && (
        <Notice kind="success" title={messages.signInKept}>
          <p>{messages.signInKeptHint}</p>
        </Notice>
      )}
      {/* `aria-disabled`: a disabled button would lose the focus that the dialog gives back. */}
      <Button variant="danger" aria-disabled={isErasing} onClick={() => isErasing || setIsAsking(true)}>
        {isErasing ? messages.erasing : messages.erase}
      </Button>
      {isAsking && (
        <EraseDialog
          shell={shell}
          member={member}
          refusal={state.status === 'refused' ? state.code : null}
          isErasing={isErasing}
          onConfirm={async (getProof) => {
            if (await erase(getProof)) setIsAsking(false)
          }}
          onSignInAgain={() => shell.identity?.signInAgain(confirmedPath)}
          onCancel={close}
        />
      )}
    </section>
  )
}
