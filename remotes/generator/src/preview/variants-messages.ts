export const variantMessages = {
  list: 'Variantes',
  name: (number: number, total: number) => `Variante ${number} sur ${total}`,
  progress: (done: number, total: number) => `${done} sur ${total} ${done > 1 ? 'prêtes' : 'prête'}`,
  ended: (done: number, total: number) => {
    if (done === total) return `Vos ${total} variantes sont prêtes`
    return done === 0 ? 'Aucune variante n’est prête' : `${done} ${done > 1 ? 'variantes prêtes' : 'variante prête'} sur ${total}`
  },
  sort: 'Trier dans Mes Designs',
  sortHint: 'Toutes sont dans votre galerie. Supprimez-y celles dont vous ne voulez pas.',
}
