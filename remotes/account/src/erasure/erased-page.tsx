import type { ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/pages'
import { ButtonLink } from '@encre/ui/button'
import { typeset } from '@encre/ui/typeset'
import { erasureMessages as messages } from '../messages.ts'
import page from '../page.module.css'

export function ErasedPage({ shell }: { shell: ShellApi }) {
  usePageTitle(shell, messages.erasedTitle)
  return (
    <div className={page.page} lang="fr">
      <header className={page.header}>
        <h1>{messages.erased}</h1>
      </header>
      <p>{typeset(messages.erasedHint)}</p>
      <ButtonLink href="/" variant="primary">
        {messages.home}
      </ButtonLink>
    </div>
  )
}
