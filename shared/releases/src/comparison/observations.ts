/** One thing that a visit saw. Visits of versions that do the same have the same observations. */
export interface Observation {
  kind: Kind
  /** The moment: '' as soon as the page is there, `after "Supprimer"`, `after it was left`. */
  when: string
  text: string
}

export type Kind =
  | 'error'
  | 'builtIn'
  | 'outside'
  | 'running'
  | 'storage'
  | 'request'
  | 'word'
  | 'state'
  | 'place'

/** Figures that are compared with the live version's. Less is better. */
export interface Figures {
  usableMs: number
  processorMs: number
  layoutShift: number
  imageBytes: number
  storedBytes: number
  /** Bytes of memory once the page was left. */
  keptBytes: number
}

/** All that one visit of one version found. It can be kept as JSON. */
export interface Visit {
  isShown: boolean
  /** Whether the page was used, and not only opened and left. */
  isWhole: boolean
  /** Why the visit has no end. */
  lost: string | null
  observations: Observation[]
  figures: Figures
  /** What was pressed, in this order: the visit of the build does the same. */
  presses: Press[]
  tookMs: number
  /** The page as a PNG in base64. */
  picture: string | null
}

export interface Control {
  /** Kind and first word: one control of each is pressed. */
  kind: string
  name: string
}

export interface Press {
  control: Control
  /** The control that opened the dialog of this one. */
  opener: Control | null
}

export function observe(found: Visit, kind: Kind, when: string, texts: string[]): void {
  found.observations.push(...texts.map((text) => ({ kind, when, text })))
}

export const afterLeft = 'after it was left'

/** Replaces what differs between two visits by nature: ids, dates, cursors, tokens, boundaries. */
export function normalise(text: string): string {
  return text
    .replaceAll(/-+WebKitFormBoundary\w+/g, '{boundary}')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '{date}')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}/gi, '{id}')
    .replaceAll(/(?<=[?&](?:cursor|after|before)=)[^&\s]+/g, '{cursor}')
    .replaceAll(/[\w-]{24,}(\.[\w-]+)*/g, '{token}')
    .replaceAll(/\b\d{10,}\b/g, '{number}')
}

/** The addresses of files and the names of classes contain the version. */
export function withoutVersion(text: string): string {
  return normalise(text.replaceAll(/(remotes\/\w+\/|\b[a-z]+_)[0-9a-z-]+/g, '$1…'))
}
