import type { AnsweredDesign } from '@encre/gallery-worker/contract'
import { artistPath } from '@encre/protocol/links'
import type { ShellApi } from '@encre/protocol/shell-api'
import { messages } from './messages.ts'

/**
 * Answers that the member has been told about. A notification makes the gallery read its first page
 * again.
 */
const told = new Set<string>()

export function tellAnswers(shell: ShellApi, answered: readonly AnsweredDesign[]): void {
  for (const { designId, subject, newestId } of answered) {
    if (told.has(newestId)) continue
    told.add(newestId)
    shell.notify(messages.answered(subject), artistPath(designId))
  }
}
