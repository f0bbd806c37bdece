import type { Skeletons } from '@encre/remote-kit/pages'
import { nobody, skeletonShell } from '@encre/remote-kit/skeleton-shell'
import type { routes } from './routes.ts'
import { GeneratorPage } from './src/generator-page.tsx'
import { RetouchPage } from './src/retouch/retouch-page.tsx'

const shell = skeletonShell('/generator')

export const skeletons = {
  '/generator': <GeneratorPage shell={shell} member={nobody} />,
  '/generator?retoucher': <RetouchPage shell={shell} member={nobody} designId="" />,
} satisfies Skeletons<typeof routes>
