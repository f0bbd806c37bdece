import { Button } from '@encre/ui/button'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { messages } from '../messages.ts'
import words from '../text.module.css'
import { type Reference, readReference } from './reference-file.ts'
import { Step } from './step.tsx'
import styles from './steps.module.css'

interface ReferenceStepProps {
  reference: (Pick<Reference, 'name' | 'dataUrl'> & { file?: File }) | null
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
          <DropZone isFilled={reference !== null} onFile={handleFile}>
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
          </DropZone>
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
          <p className={words.soft}>
            {messages.ownDrawing} <a href="/calque">{messages.makeStencil}</a>
          </p>
        </div>
      )}
    </Step>
  )
}

interface DropZoneProps {
  isFilled: boolean
  onFile: (file: File | undefined) => void
  children: ReactNode
}

/** Takes the first file that is dropped on it. */
function DropZone({ isFilled, onFile, children }: DropZoneProps) {
  const [isDragging, setIsDragging] = useState(false)

  function handleDragOver(event: DragEvent) {
    event.preventDefault()
    setIsDragging(true)
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setIsDragging(false)
    onFile(event.dataTransfer.files[0])
  }

  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input is among the children.
    <label
      className={styles.zone}
      data-dragging={isDragging || undefined}
      data-filled={isFilled || undefined}
      onDragOver={handleDragOver}
      onDragLeave={() => setIsDragging(false)}
      onDrop={handleDrop}
    >
      {children}
    </label>
  )
}

/** The picture of the reference, or an arrow, and what is said beside it. */
function ReferenceFacts({
  reference,
  isReading,
}: Pick<ReferenceStepProps, 'reference' | 'isReading'>) {
  const name = reference?.name ?? messages.referenceDrop
  const isDesign = reference !== null && !reference.file
  return (
    <>
      {reference ? (
        <img src={reference.dataUrl} alt={`${messages.reference} : ${reference.name}`} />
      ) : (
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M16 22V7M9.5 13.5 16 7l6.5 6.5M5 21v5h22v-5" />
        </svg>
      )}
      <span>
        <span aria-live="polite">{isReading ? messages.referenceReading : name}</span>
        <span className={`${styles.kinds} ${words.soft}`}>
          {isDesign ? messages.referenceDesign : messages.referenceKinds}
        </span>
      </span>
    </>
  )
}
