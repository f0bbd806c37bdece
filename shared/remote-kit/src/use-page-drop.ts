import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Whether a file is dragged over the page, which takes it anywhere, and an image that is pasted. The
 * picture of another site comes as an address, without a file: the page would be left for it.
 */
export function usePageDrop(onFile: (file: File | undefined) => void): boolean {
  const [isDragging, setIsDragging] = useState(false)
  const take = useEffectEvent(onFile)

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const isTaken = ({ dataTransfer, target }: DragEvent) =>
      dataTransfer?.types.includes('Files') ||
      (dataTransfer?.types.includes('text/uri-list') && !(target instanceof HTMLTextAreaElement))
    const handleDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setIsDragging(false)
    }
    const handleDrag = (event: DragEvent) => {
      if (!isTaken(event)) return
      event.preventDefault()
      setIsDragging(event.type === 'dragover')
      if (event.type === 'drop') take(event.dataTransfer?.files[0])
    }
    // Copied words may come with a picture of themselves.
    const handlePaste = ({ clipboardData }: ClipboardEvent) => {
      const [file] = clipboardData?.files ?? []
      if (file && !clipboardData?.types.includes('text/plain')) take(file)
    }
    document.addEventListener('dragover', handleDrag, { signal })
    document.addEventListener('dragleave', handleDragLeave, { signal })
    document.addEventListener('drop', handleDrag, { signal })
    document.addEventListener('paste', handlePaste, { signal })
    return () => listening.abort()
  }, [])
  return isDragging
}
