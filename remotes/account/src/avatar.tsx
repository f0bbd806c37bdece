import styles from './page.module.css'

/** The member's initial. `Array.from`, because the first letter may have two code units. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {Array.from(name.trim())[0]?.toUpperCase() ?? '?'}
    </span>
  )
}
