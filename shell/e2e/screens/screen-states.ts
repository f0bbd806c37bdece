/** One state of a screen, how a test reaches it, and the sentences of the specification that it shows. `{...}` stands for a varying part. */
export interface ScreenState {
  screen: string
  state: string
  /** What leads to the state. */
  how: string
  fr?: readonly string[]
  en?: readonly string[]
  /** Messages of reported errors, which no screen shows. */
  reported?: readonly string[]
}

/** The states of one screen by name. Each sentence of the specification is in the states of its screen, with its exact characters. */
export type ScreenStates = Record<string, ScreenState>

export interface Sentence {
  text: string
  lang: 'fr' | 'en'
}

export function listSentences({ fr = [], en = [] }: ScreenState): Sentence[] {
  return [...fr.map((text) => ({ text, lang: 'fr' as const })), ...en.map((text) => ({ text, lang: 'en' as const }))]
}
