import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react'
import styles from './button.module.css'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'

/**
 * A button. It submits a form only with `type="submit"`. One `primary` per screen; `danger` for
 * actions that cannot be undone.
 */
export function Button({
  variant = 'secondary',
  className,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { variant?: Variant; ref?: Ref<HTMLButtonElement> }) {
  return (
    <button type={type} className={join(styles.button, styles[variant], className)} {...rest} />
  )
}

/** A link that looks like a button. */
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
