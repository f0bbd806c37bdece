import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'

/** A button that submits only where it says so. One `primary` per screen; `danger` for what cannot be undone. */
export function Button({
  variant = 'secondary',
  className,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { variant?: Variant }) {
  return <button type={type} className={join(styles.button, styles[variant], className)} {...rest} />
}

/** A link that weighs as much as a button: it leads to a page, and opens in a new tab when asked to. */
export function ButtonLink({
  variant = 'secondary',
  className,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; variant?: Variant }) {
  return (
    <a className={join(styles.button, styles[variant], className)} {...rest}>
      {children}
    </a>
  )
}

function join(...names: (string | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
