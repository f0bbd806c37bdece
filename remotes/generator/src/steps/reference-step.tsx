import { Button } from '@encre/ui/button'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
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

/**
 * Whether a file is dragged over the page, which takes it anywhere, and an image that is pasted. The
 * picture of another site comes as an address, without a file: the page would be left for it.
 */
function usePageDrop(onFile: (file: File | undefined) => void): boolean {
  const [isDragging, setIsDragging] = useState(false)
  const take = useEffectEvent(onFile)

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const isTaken = ({ dataTransfer, target }: DragEvent) =>
      dataTransfer?.types.includes('Files') ||
      (dataTransfer?.types.includes('text/uri-list') && !(target instanceof HTMLTextAreaElement))
    const handleDragOver = (event: DragEvent) => {
      if (!isTaken(event)) return
      event.preventDefault()
      setIsDragging(true)
    }
    const handleDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setIsDragging(false)
    }
    const handleDrop = (event: DragEvent) => {
      if (!isTaken(event)) return
      event.preventDefault()
      setIsDragging(false)
      take(event.dataTransfer?.files[0])
    }
    // Copied words may come with a picture of themselves.
    const handlePaste = ({ clipboardData }: ClipboardEvent) => {
      const [file] = clipboardData?.files ?? []
      if (file && !clipboardData?.types.includes('text/plain')) take(file)
    }
    document.addEventListener('dragover', handleDragOver, { signal })
    document.addEventListener('dragleave', handleDragLeave, { signal })
    document.addEventListener('drop', handleDrop, { signal })
    document.addEventListener('paste', handlePaste, { signal })
    return () => listening.abort()
  }, [])
  return isDragging
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
