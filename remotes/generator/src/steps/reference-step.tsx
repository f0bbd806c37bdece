import { usePageDrop } from '@encre/remote-kit/use-page-drop'
import { Button } from '@encre/ui/button'
import { useId, useRef, useState } from 'react'
import { messages } from '../messages.ts'
import words from '../text.module.css'
import { type Reference, readReference } from './reference-file.ts'
import { Step } from './step.tsx'
import styles from './steps.module.css'

interface ReferenceStepProps {
  reference: Pick<Reference, 'name' | 'dataUrl'> | null
  onChange: (reference: Reference | null) => void
  isReading: boolean
  onReading: (isReading: boolean) => void
  /** False when the configured provider cannot use a reference image. */
  supported: boolean
}

export function ReferenceStep({
  reference,
  onChange,
  isReading,
  onReading,
  supported,
}: ReferenceStepProps) {
  const [error, setError] = useState<string | null>(null)
  const latest = useRef<File | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const isDragging = usePageDrop((file) => {
    if (!supported) return
    if (file) void handleFile(file)
    else setError(messages.referenceElsewhere)
  })

  async function handleFile(file: File | undefined) {
    if (!file) return
    setError(null)
    latest.current = file
    onReading(true)
    const read = await readReference(file)
    // Another file was chosen meanwhile, or none any more.
    if (latest.current !== file) return
    onReading(false)
    if (typeof read === 'string') setError(read)
    else onChange(read)
  }

  function handleClear() {
    latest.current = null
    onReading(false)
    onChange(null)
    setError(null)
    // The focused button is removed with the image.
    input.current?.focus()
  }

  return (
    <Step number={3} title={messages.reference} note={messages.optional}>
      {!supported && <p className={words.soft}>{messages.referenceUnsupported}</p>}
      {supported && (
        <div className={styles.reference}>
          <label
            className={styles.zone}
            data-dragging={isDragging || undefined}
            data-filled={reference ? true : undefined}
          >
            <input
              ref={input}
              type="file"
              accept="image/*"
              aria-describedby={error ? errorId : undefined}
              onChange={(event) => {
                void handleFile(event.target.files?.[0])
                // Otherwise choosing the same file again would be no change event.
                event.target.value = ''
              }}
            />
            <ReferenceFacts reference={reference} isReading={isReading} />
          </label>
          {reference && (
            <Button variant="quiet" onClick={handleClear}>
              {messages.referenceClear}
            </Button>
          )}
          {error && (
            <p id={errorId} className={`${styles.error} ${words.soft}`} role="alert">
              {error}
            </p>
          )}
        </div>
      )}
    </Step>
  )
}

/** The picture of the reference, and what is said beside it. */
function ReferenceFacts({
  reference,
  isReading,
}: Pick<ReferenceStepProps, 'reference' | 'isReading'>) {
  return (
    <>
      {reference && (
        <img src={reference.dataUrl} alt={`${messages.reference} : ${reference.name}`} />
      )}
      <span aria-live="polite">
        {isReading ? messages.referenceReading : (reference?.name ?? messages.referenceDrop)}
      </span>
    </>
  )
}
