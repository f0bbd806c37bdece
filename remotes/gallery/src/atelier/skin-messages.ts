import { decimal } from '@encre/stencil/printed-messages'

export type Reference = 'card' | 'euro' | 'two-euros' | 'other' | 'none'

const references: Record<Reference, string> = {
  card: 'Carte bancaire 85,6 mm',
  euro: 'Pièce de 1 €',
  'two-euros': 'Pièce de 2 €',
  other: 'Autre',
  none: 'Aucune',
}

export const skinMessages = {
  choose: 'Choisir une photo',
  take: 'Prendre une photo',
  change: 'Changer de photo',
  private: 'La photo reste sur votre appareil : elle n’est ni envoyée ni enregistrée, et disparaît avec la page.',
  advice: 'Posez une carte bancaire ou une pièce sur la peau, à plat, à côté de l’emplacement.',
  reading: 'Lecture de la photo...',
  unreadable: 'Votre navigateur ne lit pas cette image. Choisissez une photo JPEG, PNG ou WebP.',
  memory: 'Votre appareil manque de mémoire pour cette photo. Choisissez une photo plus petite.',
  steps: 'Étapes',
  measure: '1. Mesurer',
  place: '2. Placer',
  reference: 'Objet de référence',
  references,
  otherLength: 'Longueur de l’objet, en mm',
  points: 'Placez les deux points aux extrémités de l’objet : la longueur de la carte, ou le diamètre de la pièce.',
  point: (number: 1 | 2) => `Point ${number} : flèches pour déplacer, majuscule pour dix fois plus`,
  tooSmall: {
    card: 'Approchez l’appareil : la carte est trop petite pour mesurer',
    coin: 'Approchez l’appareil : la pièce est trop petite pour mesurer',
    other: 'Approchez l’appareil : l’objet est trop petit pour mesurer',
  },
  error: (share: number) => `± ${decimal(100 * share, 1)} %`,
  verified: 'Échelle vérifiée',
  unverified: 'Échelle non vérifiée',
  photoWidth: 'Largeur que montre la photo',
  turn: 'Rotation',
  roundness: 'Arrondi',
  flat: 'Plat',
  wrist: 'Poignet',
  axis: 'Direction du membre',
  degrees: (angle: number) => `${angle}°`,
  design: (subject: string) => `« ${subject} » : flèches pour déplacer d’un millimètre, majuscule pour dix, R pour tourner`,
  picture: (subject: string) => `« ${subject} » sur votre photo`,
  download: 'Image de l’essai',
}
