// The script of `/f/:token`, the page of a link, which the gallery's worker renders. The build
// writes this entry to its own file.
import { answerMessages, reportMessages } from '../atelier/workbench/atelier-messages.ts'
import { allowOwnWorkers } from './allow-own-workers.ts'
import { findPageParts, readLinkedDesign } from './page-parts.ts'
import { reportOpening } from './report-opening.ts'
import { sendWords } from './send-words.ts'
import { showStencil } from './show-stencil.ts'

const design = readLinkedDesign(document)
allowOwnWorkers()
reportOpening(document, design.openingsUrl)
sendWords(document, 'answer', design.answersUrl, answerMessages)
sendWords(document, 'report', design.reportsUrl, reportMessages)
void showStencil(findPageParts(document), design)
