import styles from './footer.module.css'
import { messages } from './messages.ts'

export function Footer() {
  const text = messages.footer
  return (
    <footer className={styles.footer} lang="fr">
      <p className={styles.tagline}>
        {messages.siteName}. {text.tagline}.
      </p>
      <nav className={styles.links} aria-label={text.navigation}>
        <a href="/mentions-legales">{text.legal}</a>
        <a href="/confidentialite">{text.privacy}</a>
      </nav>
    </footer>
  )
}
