// The script of `/f/:token`, the page of a link, which the gallery's worker renders. The build writes this entry to its own file.
import { allowOwnWorkers } from './allow-own-workers.ts'
import { findPageParts, readLinkedDesign } from './page-parts.ts'
import { reportOpening } from './report-opening.ts'
import { sendAnswers } from './send-answers.ts'
import { showStencil } from './show-stencil.ts'

const design = readLinkedDesign(document)
allowOwnWorkers()
reportOpening(document, design.openingsUrl)
sendAnswers(document, design.answersUrl)
void showStencil(findPageParts(document), design)
