import styles from './registration-marks.module.css'

const corners = [styles.topLeft, styles.topRight, styles.bottomLeft, styles.bottomRight]

/** The crosshairs that align a stencil on the skin. They frame what is not finished yet. */
export function RegistrationMarks() {
  return corners.map((corner) => (
    <svg key={corner} className={`${styles.mark} ${corner}`} viewBox="0 0 22 22" aria-hidden="true">
      <circle cx="11" cy="11" r="6" />
      <path d="M11 0v22M0 11h22" />
    </svg>
  ))
}
