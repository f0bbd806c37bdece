import styles from './photo-input.module.css'

interface PhotoInputProps {
  label: string
  /** Opens the camera where there is one. */
  withCamera?: boolean
  onFile: (file: File) => void
}

/** A button that opens the device's pictures or its camera. */
export function PhotoInput({ label, withCamera = false, onFile }: PhotoInputProps) {
  return (
    <label className={styles.button}>
      <input
        type="file"
        className={styles.input}
        accept="image/*"
        capture={withCamera ? 'environment' : undefined}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file can be chosen again.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      {label}
    </label>
  )
}
