import type { ErasureRequest } from '@encre/account-worker/contract'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { ConfirmDialog } from '@encre/ui/confirm-dialog'
import { Notice } from '@encre/ui/notice'
import { TextField } from '@encre/ui/text-field'
import { useState } from 'react'
import { erasureMessages as messages, problemMessage, settingsMessages } from '../messages.ts'
import page from '../page.module.css'
import { isConfirmed } from './erasure-path.ts'

interface EraseDialogProps {
  shell: ShellApi
  member: Member
  /** Why the proof before was refused, or null. */
  refusal: string | null
  isErasing: boolean
  onConfirm: (getProof: () => Promise<ErasureRequest>) => void
  onSignInAgain: () => void
  onCancel: () => void
}

/** Asks whether to delete the account, and for the password, or for a new sign-in where the tenant's page signs in. */
export function EraseDialog({ shell, member, refusal, isErasing, onConfirm, onSignInAgain, onCancel }: EraseDialogProps) {
  const { identity } = shell
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const isBack = isConfirmed(shell.path)
  const usesSignIn = identity !== undefined && (identity.atTenant || isBack || refusal === 'sign-in-required')
  const mustSignIn = usesSignIn && (!isBack || refusal === 'sign-in-required')

  function handleConfirm() {
    if (mustSignIn) return onSignInAgain()
    if (usesSignIn) return onConfirm(async () => ({ idToken: (await identity.getIdToken()) ?? '' }))
    setIsMissing(password === '')
    if (password !== '') onConfirm(async () => ({ password }))
  }

  return (
    <ConfirmDialog
      open
      question={messages.question}
      confirmLabel={isErasing ? messages.erasing : mustSignIn ? messages.signInAgain : messages.erase}
      cancelLabel={messages.cancel}
      busy={isErasing}
      onConfirm={handleConfirm}
      onCancel={onCancel}
    >
      {refusal !== null && <Notice kind="error" title={problemMessage(refusal)} lang="fr" />}
      {mustSignIn && <p className={page.text}>{messages.signInAgainHint}</p>}
      {!usesSignIn && (
        <>
          {/* For password managers: the account whose password it is. */}
          <input type="email" name="username" autoComplete="username" value={member.email} readOnly hidden />
          <TextField
            label={messages.password}
            name="password"
            type="password"
            reveal={settingsMessages.reveal}
            value={password}
            onChange={(text) => {
              setPassword(text)
              setIsMissing(false)
            }}
            error={isMissing ? messages.passwordRequired : null}
            invalid={refusal === 'wrong-password'}
            autoComplete="current-password"
          />
        </>
      )}
    </ConfirmDialog>
  )
}
