import styles from './flash.module.css'

/** A square drawing whose name stands beside it. Loaded once it is near the window. */
export function Picture({ source }: { source: string }) {
  return <img className={styles.picture} src={source} alt="" width="384" height="384" loading="lazy" decoding="async" />
}
