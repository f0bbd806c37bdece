/** The sentences of the page that a tattoo artist opens. */
export const pageMessages = {
  siteName: 'Encre',
  home: 'Encre, accueil',
  about: 'À propos',
  signIn: 'Connectez-vous',
  signInShort: 'Connexion',
  validUntil: (date: string) => `Un design à lire, jusqu’au ${date}.`,
  image: (subject: string) => `Le design « ${subject} »`,
  stencil: 'Calque',
  stencilStart: 'Le calque se trace sur votre appareil, en quelques secondes. S’il n’apparaît pas, rechargez la page.',
  withoutScript: 'Le calque et les PDF demandent JavaScript. L’image, la taille et les notes s’affichent sans lui.',
  card: 'Fiche',
  size: 'Taille',
  longestSide: (centimetres: string) => `${centimetres} cm, le plus grand côté`,
  style: 'Style',
  placement: 'Emplacement',
  colours: 'Couleurs choisies',
  notes: 'Notes',
  noNotes: 'Aucune note.',
  smallestLine: 'Plus petit trait',
  smallestGap: 'Plus petit intervalle',
  recommended: 'Taille conseillée',
  paper: 'Papier',
  papers: { a4: 'A4', letter: 'Letter', roll: 'Rouleau 216 mm' },
  mirror: 'Miroir (jet d’encre et encre à stencil)',
  stencilPdf: 'Télécharger le calque (PDF)',
  cardPdf: 'Télécharger la fiche (PDF)',
  onDevice: 'Calculé sur votre appareil.',
  openImage: 'Ouvrir l’image',
  told: 'La date de votre visite est montrée à la personne qui vous a envoyé ce lien. Rien d’autre n’est gardé de vous.',
  gone: 'Ce lien n’existe plus.',
  askAgain: 'Demandez-en un nouveau à la personne qui vous l’a envoyé.',
  goneTitle: 'Lien introuvable',
  unavailableTitle: 'Service indisponible',
  unavailable: 'Le serveur ne répond pas',
  tryAgain: 'Vérifiez votre réseau, puis réessayez dans une minute.',
}

/** A day as a reader writes it, such as "21 novembre 2026". */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('fr', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Paris' })
}
