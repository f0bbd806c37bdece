import type { AtelierSettings, ListedDesign } from '@encre/gallery-worker/contract'

/** Those of a design that nobody has changed. */
export const openedSettings: AtelierSettings = {
  sizeMm: null,
  rendering: null,
  fineness: null,
  notes: '',
}

/** A drawing as the tools of the atelier know a design. What only a saved design has is empty. */
export function unsavedDesign(subject: string, origin: string): ListedDesign {
  return {
    id: '',
    imageUrl: '',
    prompt: '',
    subject,
    style: '',
    size: '',
    sizeDetail: null,
    placement: '',
    placementDetail: null,
    colors: [],
    createdAt: new Date().toISOString(),
    userId: '',
    model: '',
    origin,
  }
}
