import { changePassword, endSessions, type PasswordChange } from '@encre/account-worker/contract'
import { minimumPasswordLength } from '@encre/protocol/catalogue'
import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { offerTakeBack } from '@encre/protocol/write-sentences'
import { TakenBackError, unknownOutcome } from '@encre/protocol/writer'
import { call } from '@encre/remote-kit/call'
import { usePageTitle } from '@encre/remote-kit/pages'
import { RequestError } from '@encre/remote-kit/request-error'
import { problemCode, SessionEndedError } from '@encre/remote-kit/session'
import { useWriter } from '@encre/remote-kit/use-writer'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { SubmitButton } from '@encre/ui/submit-button'
import { TextField } from '@encre/ui/text-field'
import { WriteFailure } from '@encre/ui/write-failure'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { EraseAccount } from '../erasure/erase-account.tsx'
import { DataExportSection } from '../export/data-export-section.tsx'
import { settingsMessages as messages, problemMessage } from '../messages.ts'
import page from '../page.module.css'
import { RenameForm, useRename } from '../rename-form.tsx'
import styles from './settings-page.module.css'

export function SettingsPage({ shell, member }: { shell: ShellApi; member: Member }) {
  usePageTitle(shell, messages.title)
  return (
    <div className={page.page} lang="en">
      <header className={page.header}>
        <h1>{messages.title}</h1>
      </header>
      <div className={styles.columns}>
        <div>
          <Tabs
            label={messages.title}
            tabs={[
              {
                id: 'profile',
                label: messages.profileTab,
                panel: <ProfileSettings shell={shell} member={member} />,
              },
              {
                id: 'security',
                label: messages.securityTab,
                panel: (
                  <>
                    <PasswordForm shell={shell} member={member} />
                    <EndSessions shell={shell} />
                  </>
                ),
              },
            ]}
          />
        </div>
        <div className={styles.aside}>
          <DataExportSection shell={shell} />
          <EraseAccount shell={shell} member={member} />
        </div>
      </div>
    </div>
  )
}

function EndSessions({ shell }: { shell: ShellApi }) {
  const [state, setState] = useState<'idle' | 'ending' | 'ended' | { code: string }>('idle')
  const writer = useWriter()
  const isEnding = state === 'ending'

  async function handleEnd() {
    if (isEnding) return
    setState('ending')
    try {
      await writer.write('sessions', {
        send: () => call(shell, endSessions, {}),
        onWait: (code) => setState(code === null ? 'ending' : { code }),
      })
      setState('ended')
    } catch (error) {
      setState(error instanceof TakenBackError ? 'idle' : { code: problemCode(error) })
    }
  }

  return (
    <div className={page.actions}>
      {typeof state === 'object' && (
        <Notice
          kind="error"
          title={problemMessage(state.code)}
          lang="fr"
          button={offerTakeBack(state.code, () => writer.takeBack('sessions'))}
        />
      )}
      {state === 'ended' && <Notice kind="success" title={messages.sessionsEnded} lang="fr" />}
      <Button aria-disabled={isEnding} onClick={handleEnd}>
        {isEnding ? messages.endingSessions : messages.endSessions}
      </Button>
    </div>
  )
}

function ProfileSettings({ shell, member }: { shell: ShellApi; member: Member }) {
  const rename = useRename(shell, member)
  const saved = <Notice kind="success" title={messages.profileUpdated} />
  return (
    <RenameForm
      rename={rename}
      email={member.email}
      text={messages}
      onSave={rename.save}
      saved={saved}
    />
  )
}

interface TabsProps {
  label: string
  tabs: { id: string; label: string; panel: ReactNode }[]
}

/**
 * Tabs after the ARIA pattern: arrows, Home and End move between them. Panels stay mounted and keep
 * what was typed.
 */
function Tabs({ label, tabs }: TabsProps) {
  const [selected, setSelected] = useState(0)

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = targetOf(event.key, selected, tabs.length)
    if (target === null) return
    event.preventDefault()
    setSelected(target)
    event.currentTarget.querySelectorAll('button')[target]?.focus()
  }

  return (
    <>
      <div className={styles.list} role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
        {tabs.map(({ id, label }, index) => (
          <button
            key={id}
            className={styles.tab}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={index === selected}
            aria-controls={`panel-${id}`}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => setSelected(index)}
          >
            {label}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }, index) => (
        <div
          key={id}
          role="tabpanel"
          id={`panel-${id}`}
          aria-labelledby={`tab-${id}`}
          hidden={index !== selected}
        >
          {panel}
        </div>
      ))}
    </>
  )
}

function targetOf(key: string, selected: number, count: number): number | null {
  if (key === 'ArrowRight') return (selected + 1) % count
  if (key === 'ArrowLeft') return (selected - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}

const blank = { currentPassword: '', newPassword: '', confirmPassword: '' }

function PasswordForm({ shell, member }: { shell: ShellApi; member: Member }) {
  const [typed, setTyped] = useState(blank)
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const { state, update, takeBack, clearSuccess } = usePasswordChange(shell)
  const { currentPassword, newPassword, confirmPassword } = typed

  const isTooShort = newPassword !== '' && [...newPassword].length < minimumPasswordLength
  const isDifferent = confirmPassword !== '' && confirmPassword !== newPassword
  const isFilled = currentPassword !== '' && newPassword !== '' && confirmPassword !== ''
  const isUpdating = state.status === 'updating'
  const canUpdate = isFilled && !isTooShort && !isDifferent && !isUpdating

  // A field shows its mistake once the member has left it, or once more typing cannot mend it.
  const showTooShort = isTooShort && (visited.has('newPassword') || confirmPassword !== '')
  const showDifferent =
    isDifferent && (visited.has('confirmPassword') || !newPassword.startsWith(confirmPassword))

  const field = (name: keyof typeof blank) => ({
    label: messages[name],
    name,
    type: 'password' as const,
    autoComplete: 'new-password',
    reveal: messages.reveal,
    value: typed[name],
    onChange: (text: string) => {
      setTyped({ ...typed, [name]: text })
      clearSuccess()
    },
  })

  async function handleSubmit() {
    if (!(await update({ currentPassword, newPassword }))) return
    setTyped(blank)
    setVisited(new Set())
  }

  return (
    <form
      className={page.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canUpdate) void handleSubmit()
      }}
      onBlur={(event) =>
        event.target instanceof HTMLInputElement &&
        setVisited(new Set(visited).add(event.target.name))
      }
    >
      <PasswordOutcome state={state} takeBack={takeBack} />
      <input
        type="email"
        name="username"
        autoComplete="username"
        value={member.email}
        readOnly
        hidden
      />
      <TextField {...field('currentPassword')} autoComplete="current-password" />
      <TextField
        {...field('newPassword')}
        error={showTooShort ? messages.passwordTooShort : null}
        hint={messages.newPasswordHint}
      />
      <TextField
        {...field('confirmPassword')}
        error={showDifferent ? messages.passwordsDiffer : null}
      />
      <div className={page.actions}>
        <SubmitButton busy={isUpdating} busyLabel={messages.updating} disabled={!canUpdate}>
          {messages.update}
        </SubmitButton>
      </div>
    </form>
  )
}

function PasswordOutcome({ state, takeBack }: { state: State; takeBack: () => void }) {
  return (
    <>
      {state.status === 'failed' && (
        <WriteFailure
          title={state.title.text}
          lang={state.title.lang}
          code={state.code}
          reason={problemMessage(state.code)}
          takeBack={takeBack}
        />
      )}
      {state.status === 'unknown' && (
        <Notice kind="error" title={messages.passwordUnknown} lang="fr">
          <p lang="fr">{messages.passwordToTry}</p>
        </Notice>
      )}
      {state.status === 'updated' && <Notice kind="success" title={messages.passwordUpdated} />}
    </>
  )
}

type State =
  | { status: 'idle' | 'updating' | 'updated' | 'unknown' }
  | { status: 'failed'; code: string; title: { text: string; lang: 'fr' | 'en' } }

const failed = { text: messages.passwordFailed, lang: 'fr' } as const
const notSignedIn = { text: messages.nobodySignedIn, lang: 'en' } as const

function usePasswordChange(shell: ShellApi) {
  const [state, setState] = useState<State>({ status: 'idle' })
  const writer = useWriter()

  async function update(change: PasswordChange): Promise<boolean> {
    setState({ status: 'updating' })
    const resume = () => shell.resumeSession(change.newPassword)
    try {
      const isResumed = await writer.write('password', {
        send: async () => {
          await call(shell, changePassword, { body: change })
          return false
        },
        ask: () => askWithNewPassword(resume),
        onWait: (code) => setState(stateWhile(code)),
      })
      // The change ended the session at the tenant. The password is changed even if the session
      // cannot be resumed.
      if (!isResumed) await resume().catch(() => shell.signIn(shell.path))
    } catch (error) {
      if (error instanceof SessionEndedError)
        shell.report(new Error(messages.nobodySignedIn, { cause: error }))
      setState(stateAfter(error))
      return false
    }
    setState({ status: 'updated' })
    return true
  }

  function clearSuccess() {
    if (state.status === 'updated') setState({ status: 'idle' })
  }

  return { state, update, takeBack: () => writer.takeBack('password'), clearSuccess }
}

/** A changed password signs in: true. One that the tenant refuses is not changed: null. */
async function askWithNewPassword(resume: () => Promise<void>): Promise<true | null> {
  try {
    await resume()
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (['access_denied', 'invalid_user_password'].includes(code)) return null
    throw new RequestError('unavailable', 0, null, { cause: error })
  }
}

function stateWhile(code: string | null): State {
  if (code === null) return { status: 'updating' }
  return code === unknownOutcome ? { status: 'unknown' } : { status: 'failed', code, title: failed }
}

function stateAfter(error: unknown): State {
  if (error instanceof TakenBackError) return { status: 'idle' }
  const title = error instanceof SessionEndedError ? notSignedIn : failed
  return { status: 'failed', code: problemCode(error), title }
}
