import type { ShellApi } from '@encre/protocol/shell-api'
import { ButtonLink } from '@encre/ui/button'
import { GeneratorPage } from './generator-page.tsx'
import { messages } from './messages.ts'
import styles from './remote.module.css'

/** The entry of this remote. */
export function Remote({ shell }: { shell: ShellApi }) {
  const { member } = shell
  if (member) return <GeneratorPage key={member.id} shell={shell} member={member} />
  return (
    <div className={styles.signedOut}>
      <h1 lang="en">{messages.signedOut}</h1>
      <ButtonLink href="/sign-in" variant="primary">
        {messages.signIn}
      </ButtonLink>
    </div>
  )
}
