import { lazyPart } from '@encre/ui/lazy-part'
import type { ComponentProps } from 'react'
import { AtelierPage } from './atelier/page/atelier-page.tsx'

/** Imported here, so that its chunk repeats nothing of this one. */
export const loadLetteringTools = () => import('./lettering/lettering-tools.tsx')

const [DesignLettering] = lazyPart(async () => (await loadLetteringTools()).DesignLettering)

/** The atelier of a design, which may be a lettering. */
export function DesignPage(props: Omit<ComponentProps<typeof AtelierPage>, 'Words'>) {
  return <AtelierPage {...props} Words={DesignLettering} />
}
