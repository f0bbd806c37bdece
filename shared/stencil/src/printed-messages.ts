import type { SizeMm } from './pixels.ts'

/** What is printed on the sheets and on the artist's card, in French. */
export const printed = {
  mirrored: 'MIROIR',
  readAgain: 'À relire lettre par lettre\u00a0:',
  printAtFullSize: 'Imprimez à 100\u00a0%, puis mesurez la règle',
  sheet: (number: number, count: number) => `feuille ${number}/${count}`,
  temporary: 'Tatouage temporaire',
  temporarySteps: [
    'Imprimez à 100\u00a0% sur le côté brillant d’un papier pour tatouage temporaire, et laissez sécher.',
    'Collez la feuille adhésive sur l’impression, sans bulle.',
    'Découpez en suivant les pointillés.',
    'Sur une peau propre et sèche, retirez le film et posez le dessin face à la peau.',
    'Mouillez le dos du papier avec une éponge pendant trente secondes.',
    'Faites glisser le papier, et laissez sécher sans y toucher.',
  ],
  wear: 'Portez-le une semaine avant de décider.',
  card: 'Fiche pour le tatoueur',
  reduced: (percent: number) => `réduit à ${percent}\u00a0%`,
  trueSize: 'taille réelle',
  onNextPage: 'taille réelle page 2',
  size: 'Taille',
  style: 'Style',
  placement: 'Emplacement',
  lines: 'Traits',
  gaps: 'Intervalles',
  loops: 'Boucles',
  weights: 'Épaisseurs',
  recommended: 'Taille conseillée',
  precision: 'Précision',
  measuredColours: 'Couleurs mesurées',
  chosenColours: 'Couleurs choisies',
  notes: 'Notes',
  questions: 'Questions à poser',
  toArtist: [
    'Cette taille convient-elle à cet emplacement\u00a0?',
    'Quels détails faut-il simplifier pour qu’ils tiennent\u00a0?',
    'Quelle épaisseur de trait conseillez-vous\u00a0?',
    'Ces couleurs tiendront-elles sur ma peau\u00a0?',
    'Combien de séances faut-il prévoir\u00a0?',
  ],
}

/** "8,4 × 12,5 cm" */
export function formatSize({ width, height }: SizeMm): string {
  return `${decimal(width / 10, 1)} × ${decimal(height / 10, 1)} cm`
}

/** A number with a decimal comma. */
export function decimal(value: number, digits: number): string {
  return value.toFixed(digits).replace('.', ',')
}
