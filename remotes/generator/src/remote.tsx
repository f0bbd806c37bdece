import { readRetouchedId } from '@encre/protocol/links'
import type { ShellApi } from '@encre/protocol/shell-api'
import { type Pages, showPage } from '@encre/remote-kit/pages'
import { ButtonLink } from '@encre/ui/button'
import { lazyPart } from '@encre/ui/lazy-part'
import { Suspense } from 'react'
import type { routes } from '../routes.ts'
import styles from './generator-page.module.css'
import { GeneratorPage } from './generator-page.tsx'
import { messages } from './messages.ts'

const [RetouchPage] = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "later" */ './retouch/retouch-page.tsx')).RetouchPage,
)

const pages: Pages<typeof routes> = { '/generator': (shell) => <Generator shell={shell} /> }

export function Remote({ shell }: { shell: ShellApi }) {
  return showPage(pages, shell)
}

function Generator({ shell }: { shell: ShellApi }) {
  const { member } = shell
  const retouchedId = readRetouchedId(shell.path)
  if (member && retouchedId) {
    return (
      <div className={styles.room}>
        <Suspense fallback={null}>
          <RetouchPage key={retouchedId} shell={shell} member={member} designId={retouchedId} />
        </Suspense>
      </div>
    )
  }
  if (member) return <GeneratorPage key={member.id} shell={shell} member={member} />
  return (
    <div className={styles.alone}>
      <h1 lang="en">{messages.signedOut}</h1>
      <ButtonLink href="/sign-in" variant="primary">
        {messages.signIn}
      </ButtonLink>
    </div>
  )
}
