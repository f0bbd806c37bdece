import type { Member, ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/pages'
import { Notice } from '@encre/ui/notice'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { EraseAccount } from '../erasure/erase-account.tsx'
import { DataExportSection } from '../export/data-export-section.tsx'
import { settingsMessages as messages } from '../messages.ts'
import page from '../page.module.css'
import { RenameForm, useRename } from '../rename-form.tsx'
import { PasswordForm } from './password-form.tsx'
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
              { id: 'profile', label: messages.profileTab, panel: <ProfileSettings shell={shell} member={member} /> },
              { id: 'security', label: messages.securityTab, panel: <PasswordForm shell={shell} member={member} /> },
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

function ProfileSettings({ shell, member }: { shell: ShellApi; member: Member }) {
  const rename = useRename(shell, member)
  const saved = <Notice kind="success" title={messages.profileUpdated} />
  return <RenameForm rename={rename} email={member.email} text={messages} onSave={rename.save} saved={saved} />
}

interface TabsProps {
  label: string
  tabs: { id: string; label: string; panel: ReactNode }[]
}

/** Tabs after the ARIA pattern: arrows, Home and End move between them. Panels stay mounted and keep what was typed. */
function Tabs({ label, tabs }: TabsProps) {
  const [selected, setSelected] = useState(0)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])

  function handleKeyDown(event: KeyboardEvent) {
    const target = targetOf(event.key, selected, tabs.length)
    if (target === null) return
    event.preventDefault()
    setSelected(target)
    buttons.current[target]?.focus()
  }

  return (
    <>
      <div className={styles.list} role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
        {tabs.map(({ id, label }, index) => (
          <button
            key={id}
            ref={(button) => {
              buttons.current[index] = button
            }}
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
        <div key={id} role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`} hidden={index !== selected}>
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
