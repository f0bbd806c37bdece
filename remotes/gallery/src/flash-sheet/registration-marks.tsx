import styles from './registration-marks.module.css'

/** The four crosshairs in the corners of an empty frame, as on a stencil. */
export function RegistrationMarks() {
  return ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'].map((corner) => (
    <svg key={corner} className={`${styles.mark} ${styles[corner]}`} viewBox="0 0 22 22" aria-hidden="true">
      <circle cx="11" cy="11" r="5.5" />
      <path d="M11 0v22M0 11h22" />
    </svg>
  ))
}
