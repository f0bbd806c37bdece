import type { ShellApi } from '@encre/protocol/shell-api'
import { Button } from '@encre/ui/button'
import { ConfirmDialog } from '@encre/ui/confirm-dialog'
import { Notice } from '@encre/ui/notice'
import { useState } from 'react'
import { erasureMessages as messages, problemMessage } from '../messages.ts'
import styles from './erase-account.module.css'
import { useErasure } from './use-erasure.ts'

export function EraseAccount({ shell }: { shell: ShellApi }) {
  const { state, erase } = useErasure(shell)
  const [isAsking, setIsAsking] = useState(false)
  const isErasing = state.status === 'erasing'
  return (
    <section className={styles.section} aria-labelledby="erase-account">
      <h2 id="erase-account" className={styles.title}>
        {messages.title}
      </h2>
      <p className={styles.explanation}>{messages.explanation}</p>
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
      <ConfirmDialog
        open={isAsking}
        question={messages.question}
        confirmLabel={messages.erase}
        cancelLabel={messages.cancel}
        onConfirm={() => {
          setIsAsking(false)
          void erase()
        }}
        onCancel={() => setIsAsking(false)}
      />
    </section>
  )
}
