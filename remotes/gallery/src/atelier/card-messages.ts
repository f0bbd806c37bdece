import { decimal } from '@encre/stencil/printed-messages'

export const cardMessages = {
  preparing: 'Mesure du dessin...',
  notes: 'Notes pour votre tatoueur',
  notesHint: 'Emplacement précis, détails à garder, allergies...',
  counter: (used: number, most: number) => `${used} / ${most}`,
  measures: 'Mesures',
  style: 'Style',
  placement: 'Emplacement',
  smallestLine: 'Plus petit trait',
  smallestGap: 'Plus petit intervalle',
  recommended: 'Taille conseillée',
  millimetres: (value: number | null) => (value === null ? 'non mesuré' : `${decimal(value, 2)} mm`),
  atLeast: (value: number | null) => (value === null ? 'non mesurée' : `au moins ${(value / 10).toLocaleString('fr')} cm`),
  measuredColours: 'Couleurs mesurées',
  chosenColours: 'Couleurs choisies',
  questions: 'Questions à poser',
  percent: (share: number) => `${Math.round(100 * share)} %`,
  drawing: (subject: string) => `Le dessin de « ${subject} »`,
  download: 'Télécharger la fiche (PDF)',
  print: 'Ouvrir pour imprimer',
  page: 'Une page A4, à montrer à votre tatoueur.',
}
