import type { AtelierSettings } from '@encre/gallery-worker/contract'
import { queryOf } from '@encre/protocol/links'
import type { ShellApi } from '@encre/protocol/shell-api'
import { typedText } from '@encre/protocol/typed-text'
import { cropPicture, wholePicture } from '@encre/stencil/crop'
import type { Pixels } from '@encre/stencil/pixels'
import { typeset } from '@encre/ui/typeset'
import { type ReactNode, useMemo } from 'react'
import { Tabs, Tools } from '../atelier/page/design-tools.tsx'
import { KeepDrawing } from '../atelier/page/keep-drawing.tsx'
import { unsavedDesign } from '../atelier/page/unsaved-design.ts'
import { pause, toImageData } from '../atelier/studio/picture.ts'
import controls from '../atelier/workbench/controls.module.css'
import { readView } from '../atelier-path.ts'
import { drawingMessages as text } from './drawing-messages.ts'

/** Imported here, so that its chunk repeats nothing of this one. */
export async function loadCropStep() {
  return (await import('../atelier/page/tool.tsx')).CropStep
}

export interface Drawing {
  name: string
  origin: string
  /** Once it was cropped: the whole picture. */
  picture: { key: string; pixels: Pixels } | null
  settings: AtelierSettings
}

interface DrawingToolsProps {
  shell: ShellApi
  drawing: Drawing
  picture: NonNullable<Drawing['picture']>
  onSettings: (settings: Partial<AtelierSettings>) => void
  onInvert: () => void
  children: ReactNode
}

/** The tools of the atelier for a drawing, which is on this device only. */
export function DrawingTools({
  shell,
  drawing,
  picture,
  onSettings,
  onInvert,
  children,
}: DrawingToolsProps) {
  const view = readView(queryOf(shell.path))
  const { name, origin, settings } = drawing
  const design = useMemo(
    () => unsavedDesign(typedText(name).trim() || text.unnamed, origin),
    [name, origin],
  )
  return (
    <>
      <Tabs
        view={view}
        hrefOf={(each) => (each === 'calque' ? '/calque' : `/calque?vue=${each}`)}
      />
      <Tools
        shell={shell}
        design={design}
        kept={null}
        settings={settings}
        view={view}
        // The worker takes the pixels away: each opening gets a copy.
        picture={{
          key: picture.key,
          read: async () => toImageData(picture.pixels),
          invert: onInvert,
        }}
        savingLine={null}
        onChange={onSettings}
      />
      <section className={controls.section}>
        <p className={controls.note}>{typeset(text.private)}</p>
        <KeepDrawing
          shell={shell}
          design={design}
          readPixels={() => cropPicture(picture.pixels, settings.crop ?? wholePicture, pause)}
          settings={{ ...settings, crop: null }}
          returnTo="/calque"
        />
        {children}
      </section>
    </>
  )
}
