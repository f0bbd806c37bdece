import { Crosshair } from './crosshair.tsx'
import styles from './registration-marks.module.css'

const corners = [styles.topLeft, styles.topRight, styles.bottomLeft, styles.bottomRight]

/** A crosshair in each corner of a positioned frame whose content is not finished yet. */
export function RegistrationMarks() {
  return corners.map((corner) => <Crosshair key={corner} className={`${styles.mark} ${corner}`} />)
}
