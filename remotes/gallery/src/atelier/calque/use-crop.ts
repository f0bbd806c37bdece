import type { AtelierSettings, AtelierSettingsChange } from '@encre/gallery-worker/contract'
import { type Crop, moveStrokes, wholePicture } from '@encre/stencil/crop'
import { useState } from 'react'
import { type OpenedStudio, openStudio } from '../studio/open-studio.ts'
import { atelierMessages as text } from '../workbench/atelier-messages.ts'

interface Options {
  style: string
  settings: AtelierSettings
  read: (signal: AbortSignal) => Promise<ImageData>
  /** Null while the picture is opened, and when it cannot be. */
  opened: Extract<OpenedStudio, { status: 'ready' }> | null
  onChange: (change: AtelierSettingsChange) => void
}

/** Which part of the picture is the drawing, while its page is open. */
export function useCrop({ style, settings, read, opened, onChange }: Options) {
  const [isOpen, setOpen] = useState(false)

  /** Sizes and corrections are those of the part of the picture that is open now. */
  function change(part: AtelierSettingsChange) {
    const isPlaced = part.sizeMm !== undefined || part.corrections !== undefined
    const isFirst = isPlaced && opened && settings.keepsFrame !== true
    onChange({
      ...(isFirst && { keepsFrame: true, crop: opened.crop }),
      ...(part.sizeMm !== undefined && { isStencilSize: true }),
      ...part,
    })
  }

  /** Returns why the part cannot be taken. */
  async function apply(crop: Crop): Promise<string | null> {
    const corrections = await moveTo(crop)
    if (typeof corrections === 'string') return text.studioFailures[corrections]
    onChange({ keepsFrame: true, crop, ...(corrections.length > 0 && { corrections }) })
    setOpen(false)
    return null
  }

  /** The corrections, so that they stay where they were drawn. A failure where nothing is left. */
  async function moveTo(crop: Crop) {
    const { corrections = [] } = settings
    if (!opened || corrections.length === 0) return []
    const controller = new AbortController()
    const other = await openStudio({ style, crop, leavesFrame: false, read }, controller.signal)
    controller.abort()
    if (other.status === 'failed') return other.reason
    return moveStrokes(corrections, placeOf(opened), placeOf(other))
  }

  const crop = opened ? opened.crop : (settings.crop ?? null)
  return { isOpen, setOpen, crop, change, apply }
}

function placeOf({ frame, part, crop }: Extract<OpenedStudio, { status: 'ready' }>) {
  return { frame, part, corners: (crop ?? wholePicture).corners }
}
