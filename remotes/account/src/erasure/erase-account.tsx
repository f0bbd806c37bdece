import {
  type AccountProblem,
  deleteAccount,
  type Erasure,
  type ErasureRequest,
} from '@encre/account-worker/contract'
import { queryOf } from '@encre/protocol/links'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { clearTab } from '@encre/protocol/tab-files'
import { notDoneYet, TakenBackError } from '@encre/protocol/writer'
import { call } from '@encre/remote-kit/call'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { useWriter } from '@encre/remote-kit/use-writer'
import { Button } from '@encre/ui/button'
import { ConfirmDialog } from '@encre/ui/confirm-dialog'
import { Notice } from '@encre/ui/notice'
import { TextField } from '@encre/ui/text-field'
import { WriteFailure } from '@encre/ui/write-failure'
import { useState } from 'react'
import { erasureMessages as messages, problemMessage, settingsMessages } from '../messages.ts'
import page from '../page.module.css'

export function EraseAccount({ shell, member }: { shell: ShellApi; member: Member }) {
  const { state, erase, takeBack, reset } = useErasure(shell)
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
      <p>{messages.explanation}</p>
      {state.status === 'failed' && (
        <Notice kind="error" title={messages.failed}>
          <p>
            <span lang="fr">{problemMessage(state.code)}</span> {messages.again}
          </p>
        </Notice>
      )}
      {state.status === 'waiting' && (
        <WriteFailure
          title={messages.failed}
          code={notDoneYet}
          reason={problemMessage(notDoneYet)}
          takeBack={takeBack}
        />
      )}
      {state.status === 'unknown' && (
        <Notice kind="error" title={messages.unknown}>
          {messages.unknownHint}
        </Notice>
      )}
      {state.status === 'sign-in-kept' && (
        <Notice kind="success" title={messages.signInKept}>
          {messages.signInKeptHint}
        </Notice>
      )}
      {/* `aria-disabled`: a disabled button would lose the focus that the dialog gives back. */}
      <Button
        variant="danger"
        aria-disabled={isErasing}
        onClick={() => isErasing || setIsAsking(true)}
      >
        {isErasing ? messages.erasing : messages.erase}
      </Button>
      {isAsking && (
        <EraseDialog
          shell={shell}
          member={member}
          refusal={state.status === 'refused' ? state.code : null}
          isErasing={isErasing}
          onConfirm={async (getProof) => {
            if (await erase(getProof, () => setIsAsking(false))) setIsAsking(false)
          }}
          onCancel={close}
        />
      )}
    </section>
  )
}

interface EraseDialogProps {
  shell: ShellApi
  member: Member
  refusal: string | null
  isErasing: boolean
  onConfirm: (getProof: () => Promise<ErasureRequest>) => void
  onCancel: () => void
}

function EraseDialog({ shell, member, refusal, isErasing, onConfirm, onCancel }: EraseDialogProps) {
  const { identity } = shell
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const isBack = isConfirmed(shell.path)
  const usesSignIn = identity.atTenant || isBack || refusal === 'sign-in-required'
  const mustSignIn = usesSignIn && (!isBack || refusal === 'sign-in-required')
  const confirmLabel = mustSignIn ? messages.signInAgain : messages.erase

  function handleConfirm() {
    if (mustSignIn) return identity.signInAgain(confirmedPath)
    if (usesSignIn) return onConfirm(async () => ({ idToken: (await identity.getIdToken()) ?? '' }))
    setIsMissing(password === '')
    if (password !== '') onConfirm(async () => ({ password }))
  }

  return (
    <ConfirmDialog
      open
      question={messages.question}
      confirmLabel={isErasing ? messages.erasing : confirmLabel}
      cancelLabel={messages.cancel}
      busy={isErasing}
      onConfirm={handleConfirm}
      onCancel={onCancel}
    >
      {refusal !== null && <Notice kind="error" title={problemMessage(refusal)} lang="fr" />}
      {mustSignIn && <p>{messages.signInAgainHint}</p>}
      {!usesSignIn && (
        <>
          {/* For password managers: the account whose password it is. */}
          <input
            type="email"
            name="username"
            autoComplete="username"
            value={member.email}
            readOnly
            hidden
          />
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

/**
 * The settings with the question about the account open. A member who signs in again for it comes
 * back here.
 */
const confirmedPath = '/settings?delete-account'

function isConfirmed(path: string): boolean {
  return queryOf(path).has('delete-account')
}

/**
 * `refused`: the proof was not accepted, and nothing is deleted. `waiting`: for the network.
 * `unknown`: the answer was lost, and the page asks again. `failed`: the deletion may have stopped
 * half-way.
 */
type State =
  | { status: 'idle' | 'erasing' | 'sign-in-kept' | 'waiting' | 'unknown' }
  | { status: 'refused' | 'failed'; code: string }

const proofProblems: readonly AccountProblem[] = [
  'wrong-password',
  'too-many-attempts',
  'password-leaked',
  'account-blocked',
  'sign-in-required',
  'failed-precondition',
]

function useErasure(shell: ShellApi) {
  const [state, setState] = useState<State>({ status: 'idle' })
  const writer = useWriter()

  async function erase(
    getProof: () => Promise<ErasureRequest>,
    onWait: () => void,
  ): Promise<boolean> {
    setState({ status: 'erasing' })
    try {
      const proof = await getProof()
      const { signInErased } = await writer.write('erase', {
        send: () => call(shell, deleteAccount, { body: proof }),
        ask: () => askWhetherErased(shell, proof),
        onWait(code) {
          if (code === null) return setState({ status: 'erasing' })
          setState({ status: code === notDoneYet ? 'waiting' : 'unknown' })
          onWait()
        },
      })
      // Browsers without `Clear-Site-Data` too.
      await clearTab()
      if (signInErased) await leave(shell)
      else setState({ status: 'sign-in-kept' })
      return true
    } catch (error) {
      if (error instanceof TakenBackError) {
        setState({ status: 'idle' })
        return true
      }
      const code = problemCode(error)
      const isRefused = proofProblems.some((problem) => problem === code)
      setState({ status: isRefused ? 'refused' : 'failed', code })
      if (!isRefused && !(error instanceof SessionEndedError))
        shell.report(new Error(messages.failed, { cause: error }))
      return !isRefused
    }
  }

  return {
    state,
    erase,
    takeBack: () => writer.takeBack('erase'),
    reset: () => setState({ status: 'idle' }),
  }
}

/** Sends an erasure again, whose answer was lost. The session may have ended with the account. */
async function askWhetherErased(shell: ShellApi, proof: ErasureRequest): Promise<Erasure> {
  try {
    return await call(shell, deleteAccount, { body: proof, inBackground: true })
  } catch (error) {
    if (error instanceof SessionEndedError) return { signInErased: true }
    throw error
  }
}

/** The session ended with the account: the shell reads the member, finds none and signs out. */
async function leave(shell: ShellApi): Promise<void> {
  shell.navigate('/compte-supprime')
  shell.announce(messages.erased)
  // The account is gone, whether or not the shell can find that out now.
  await shell.refreshMember().catch(() => {})
}
