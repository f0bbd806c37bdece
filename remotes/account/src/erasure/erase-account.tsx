import type { ShellApi } from '@encre/protocol/shell-api'
import { Button } from '@encre/ui/button'
import { ConfirmDialog } from '@encre/ui/confirm-dialog'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { useState } from 'react'
import { erasureMessages as messages, problemMessage } from '../messages.ts'
import styles from './erase-account.module.css'
import { useErasure } from './use-erasure.ts'

export function EraseAccount({ shell }: { shell: ShellApi }) {
  const { state, erase } = useErasure(shell)
  const [asks, setAsks] = useState(false)
  const isErasing = state.status === 'erasing'
  return (
    <section className={styles.section} lang="fr" aria-labelledby="erase-account">
      <h2 id="erase-account" className={styles.title}>
        {messages.title}
      </h2>
      <p className={styles.explanation}>{typeset(messages.explanation)}</p>
      {state.status === 'failed' && (
        <Notice kind="error" title={messages.failed}>
          <p>
            {problemMessage(state.code)} {typeset(messages.again)}
          </p>
        </Notice>
      )}
      {state.status === 'sign-in-kept' && (
        <Notice kind="success" title={messages.signInKept}>
          <p>{typeset(messages.signInKeptHint)}</p>
        </Notice>
      )}
      {/* Not `disabled`, which would drop the focus that comes back from the dialog. */}
      <Button variant="danger" aria-disabled={isErasing} onClick={() => isErasing || setAsks(true)}>
        {isErasing ? messages.erasing : messages.erase}
      </Button>
      <ConfirmDialog
        open={asks}
        question={messages.question}
        confirmLabel={messages.erase}
        cancelLabel={messages.cancel}
        onConfirm={() => {
          setAsks(false)
          void erase()
        }}
        onCancel={() => setAsks(false)}
      />
    </section>
  )
}
