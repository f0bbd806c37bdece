import type { Pixels, SizeMm } from '@encre/stencil/pixels'
import { Button } from '@encre/ui/button'
import { ProgressBar } from '@encre/ui/notice'
import { Ruler } from '@encre/ui/ruler'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { toImageData } from '../studio/picture.ts'
import { atelierMessages as text } from './atelier-messages.ts'
import layout from './atelier-page.module.css'
import styles from './sheet.module.css'

interface WorkbenchProps {
  /** What stands in the middle, on its stage. */
  sheet: ReactNode
  /** On a phone the sheet stays in view, above what is set. */
  isPinned?: boolean
  /** Above the sheet. */
  above?: ReactNode
  /** The settings of a `Bar` with the same id: beside the sheet, or over it on a phone. */
  options?: { id: string; content: ReactNode }
  /** Ends with the `Bar`, or contains it. */
  children: ReactNode
}

export function Workbench({ sheet, isPinned, above, options, children }: WorkbenchProps) {
  return (
    <div className={layout.workbench} data-pinned={isPinned}>
      <div className={layout.desk} ref={isPinned ? pinOnPhone : undefined}>
        {above}
        <div className={layout.stage}>{sheet}</div>
      </div>
      <div className={layout.panel}>
        {options && (
          <div popover="auto" id={options.id} className={layout.options}>
            {options.content}
          </div>
        )}
        {children}
      </div>
    </div>
  )
}

/** Header and tabs leave a phone's window to the photo and the control below it. */
function pinOnPhone(desk: HTMLElement | null): void {
  if (matchMedia('(max-width: 60rem)').matches) desk?.scrollIntoView()
}

/** The tab's first button last. On a phone at the window's lower edge, beside "Réglages". */
export function Bar({ optionsId, children }: { optionsId?: string; children: ReactNode }) {
  return (
    <div className={layout.bar} data-bar>
      {optionsId && (
        <Button className={layout.toggle} popoverTarget={optionsId}>
          {text.options}
        </Button>
      )}
      {children}
    </div>
  )
}

interface PictureProps {
  imageUrl: string
  /** Violet, as all that is not ink yet. */
  isViolet?: boolean
  around?: CSSProperties
}

/** The design itself, until something is computed of it. A drawing has no address. */
export function Picture({ imageUrl, isViolet = false, around }: PictureProps) {
  if (!imageUrl) return null
  return (
    <div className={layout.picture} data-violet={isViolet || undefined}>
      <img src={imageUrl} alt="" style={around} />
    </div>
  )
}

interface WaitingProps extends PictureProps {
  children: ReactNode
}

/** The picture in the place of the sheet, until the tools are there. */
export function Waiting({ imageUrl, isViolet = false, children }: WaitingProps) {
  const picture = <Picture imageUrl={imageUrl} isViolet={isViolet} />
  const status = (
    <p className={layout.status} role="status">
      {children}
    </p>
  )
  return (
    <Workbench
      sheet={
        <>
          {picture}
          {status}
        </>
      }
    >
      <div className={layout.shape} aria-hidden="true" />
    </Workbench>
  )
}

interface SheetProps {
  size: SizeMm
  isBusy?: boolean
  /** What is being computed, and its share from 0 to 1. Null before it takes long. */
  progress?: { label: string; share: number | null }
  children: ReactNode
}

export function Sheet({ size, isBusy = false, progress, children }: SheetProps) {
  const longest = Math.max(size.width, size.height)
  const shape: CSSProperties & Record<`--${string}`, number> = {
    '--aspect': size.width / size.height,
  }
  return (
    <div className={styles.frame} style={shape} aria-busy={isBusy}>
      <span />
      <Ruler axis="x" start={0} length={1} scale={size.width / 10} longest={longest / 10} />
      <Ruler axis="y" start={0} length={1} scale={size.height / 10} longest={longest / 10} />
      <div className={styles.paper}>
        <div className={styles.ink}>
          {children}
          {progress && (
            <div className={styles.progress} role="status">
              {progress.share !== null && (
                <div>
                  {progress.label}
                  <ProgressBar label={progress.label} value={progress.share} total={1} />
                </div>
              )}
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

interface PixelCanvasProps {
  pixels: Pixels
  label: string
}

export function PixelCanvas({ pixels, label }: PixelCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(toImageData(pixels), 0, 0)
  }, [pixels])
  return (
    <canvas
      ref={canvas}
      width={pixels.width}
      height={pixels.height}
      role="img"
      aria-label={label}
    />
  )
}
