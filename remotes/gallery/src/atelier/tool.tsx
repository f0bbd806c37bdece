import type { ComponentType } from 'react'
import { AgeingView } from './ageing-view.tsx'
import type { View } from './atelier-path.ts'
import { CalqueView } from './calque-view.tsx'
import { CardView } from './card-view.tsx'
import { SkinView } from './skin-view.tsx'
import type { Workshop } from './workshop.ts'

const tools: Record<View, ComponentType<{ workshop: Workshop }>> = {
  calque: CalqueView,
  vieillissement: AgeingView,
  peau: SkinView,
  fiche: CardView,
}

export function Tool({ view, workshop }: { view: View; workshop: Workshop }) {
  const Shown = tools[view]
  return <Shown workshop={workshop} />
}
