import styles from './marks.module.css'

/**
 * A registration mark, which aligns a stencil on the skin. In the text's colour; the caller sets
 * its size.
 */
export function Crosshair(props: { className?: string | undefined; 'data-mark'?: true }) {
  return (
    <svg
      {...props}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="6" />
      <path d="M12 1v22M1 12h22" />
    </svg>
  )
}

const corners = [styles.topLeft, styles.topRight, styles.bottomLeft, styles.bottomRight]

/**
 * A crosshair in each corner of a positioned frame whose content is not finished yet. The tests of
 * screens look for words under a `data-mark`.
 */
export function RegistrationMarks() {
  return corners.map((corner) => (
    <Crosshair key={corner} className={`${styles.mark} ${corner}`} data-mark />
  ))
}
