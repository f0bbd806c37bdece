import { nobody, skeletonShell } from '@encre/remote-kit/skeleton-shell'
import { GeneratorPage } from './src/generator-page.tsx'

/** The page's own first state, which the site shows before this remote's code runs. */
export const skeletons = {
  '/generator': <GeneratorPage shell={skeletonShell('/generator')} member={nobody} />,
}
