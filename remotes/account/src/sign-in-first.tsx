import { ButtonLink } from '@encre/ui/button'
import { signInLabel } from './messages.ts'
import page from './page.module.css'

/** Shown in place of a page that needs a member. */
export function SignInFirst({ lang, text }: { lang: 'fr' | 'en'; text: string }) {
  return (
    <div className={page.page} lang={lang}>
      <h1 className={page.lead}>{text}</h1>
      <ButtonLink href="/sign-in" variant="primary">
        {signInLabel[lang]}
      </ButtonLink>
    </div>
  )
}
