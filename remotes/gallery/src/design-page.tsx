import { lazyPart } from '@encre/ui/lazy-part'
import type { ComponentProps } from 'react'
import { AtelierPage } from './atelier/page/atelier-page.tsx'

const [DesignLettering] = lazyPart(
  async () => (await import('./lettering/lettering-tools.tsx')).DesignLettering,
)

/** The atelier of a design, which may be a lettering. */
export function DesignPage(props: Omit<ComponentProps<typeof AtelierPage>, 'Words'>) {
  return <AtelierPage {...props} Words={DesignLettering} />
}
