// The script of a link's page, which the gallery's worker renders. The build makes a file of its own of this entry.
import { allowOwnWorkers } from './allow-own-workers.ts'
import { readLinkedDesign } from './linked-design.ts'
import { findPageParts } from './page-parts.ts'
import { reportOpening } from './report-opening.ts'
import { showStencil } from './show-stencil.ts'

const design = readLinkedDesign(document)
allowOwnWorkers()
reportOpening(document, design.openingsUrl)
void showStencil(findPageParts(document), design)
