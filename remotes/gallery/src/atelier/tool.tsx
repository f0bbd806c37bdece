import type { ReactNode } from 'react'
import { AgeingView } from './ageing-view.tsx'
import type { View } from './atelier-path.ts'
import { CalqueView } from './calque-view.tsx'
import { CardView } from './card-view.tsx'
import { SkinView } from './skin-view.tsx'
import type { Workshop } from './workshop.ts'

/** One of the four tools. */
export function Tool({ view, workshop, savingLine }: { view: View; workshop: Workshop; savingLine: ReactNode }) {
  switch (view) {
    case 'vieillissement':
      return <AgeingView workshop={workshop} />
    case 'peau':
      return <SkinView workshop={workshop} />
    case 'fiche':
      return <CardView workshop={workshop} savingLine={savingLine} />
    case 'calque':
      return <CalqueView workshop={workshop} />
  }
}
