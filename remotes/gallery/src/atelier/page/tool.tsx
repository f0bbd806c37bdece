import { Activity, type ComponentType, useState } from 'react'
import type { View } from '../../atelier-path.ts'
import { AgeingView } from '../ageing/ageing-view.tsx'
import { CardView } from '../artist/card-view.tsx'
import { CalqueView } from '../calque/calque-view.tsx'
import { SkinView } from '../skin/skin-view.tsx'
import type { Workshop } from '../studio/workshop.ts'

export { CropStep, CropTool } from '../calque/crop-step.tsx'

const tools: Record<View, ComponentType<{ workshop: Workshop }>> = {
  calque: CalqueView,
  vieillissement: AgeingView,
  peau: SkinView,
  fiche: CardView,
}

/**
 * The tool of a view. Those that were shown before stay, hidden: whoever comes back finds the
 * photo, the paper and what can be undone.
 */
export function Tool({ view, workshop }: { view: View; workshop: Workshop }) {
  const [opened, setOpened] = useState([view])
  if (!opened.includes(view)) setOpened([...opened, view])
  return opened.map((each) => {
    const Opened = tools[each]
    return (
      <Activity key={each} mode={each === view ? 'visible' : 'hidden'}>
        <Opened workshop={workshop} />
      </Activity>
    )
  })
}
