import { notDoneYet, unknownOutcome } from './writer.ts'

/** What a page says of a write that has not ended, by the code that `onWait` gives. */
export const waitSentences: ReadonlyMap<string, { title: string; reason: string }> = new Map([
  [
    unknownOutcome,
    {
      title: 'Nous ne savons pas encore si c’est fait.',
      reason:
        'La réponse s’est perdue. Nous demandons de nouveau dès que le réseau répond ; si vous réessayez, rien n’est fait deux fois.',
    },
  ],
  [
    notDoneYet,
    {
      title: 'Ce n’est pas encore fait.',
      reason: 'Votre demande part dès que le réseau revient, si cette page reste ouverte.',
    },
  ],
])

/** The title of a failed write. `title` says that it has failed: not while it may still be done. */
export function outcomeTitle(title: string, code: string): string {
  return waitSentences.get(code)?.title ?? title
}

/** The button of a write that waits for the network, for `Notice`. */
export function offerTakeBack(code: string, takeBack: () => void) {
  return code === notDoneYet ? { text: 'Ne pas envoyer', onPress: takeBack } : undefined
}
