import type { Skeletons } from '@encre/remote-kit/pages'
import { skeletonShell } from '@encre/remote-kit/skeleton-shell'
import type { routes } from './routes.ts'
import { AtelierPage } from './src/atelier/page/atelier-page.tsx'
import { readAtelierPath } from './src/atelier-path.ts'
import { DrawingPage } from './src/drawing/drawing-page.tsx'
import { LetteringPage } from './src/lettering/lettering-page.tsx'
import { GalleryPage } from './src/library/gallery-page.tsx'

const examplePath = '/gallery/00000000-0000-4000-8000-000000000000'
const atelierPath = readAtelierPath(examplePath)

/** The pages' own first states, which the site shows before this remote's code runs. */
export const skeletons = {
  '/gallery': <GalleryPage shell={skeletonShell('/gallery')} />,
  '/gallery/compare': <GalleryPage shell={skeletonShell('/gallery/compare')} />,
  '/calque': <DrawingPage shell={skeletonShell('/calque')} />,
  '/lettrage': <LetteringPage shell={skeletonShell('/lettrage')} />,
  '/gallery/:id': atelierPath && (
    <AtelierPage shell={skeletonShell(examplePath)} path={atelierPath} />
  ),
} satisfies Skeletons<typeof routes>
