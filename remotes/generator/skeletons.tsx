import { nobody, skeletonShell } from '@encre/remote-kit/skeleton-shell'
import { GeneratorPage } from './src/generator-page.tsx'

export const skeletons = {
  '/generator': <GeneratorPage shell={skeletonShell('/generator')} member={nobody} />,
}
