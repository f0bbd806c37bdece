export const linksMessages = {
  title: 'Lien pour le tatoueur',
  about: 'Une page à lire, avec l’image, la taille, le calque et vos notes. Ni votre nom, ni vos autres designs.',
  lifetime: 'Durée',
  days: (days: number) => `${days} jours`,
  create: 'Créer un lien',
  createAnother: 'Nouveau lien',
  creating: 'Création du lien...',
  createFailed: 'Le lien n’a pas été créé',
  address: 'Adresse à envoyer',
  copy: 'Copier',
  copied: 'Adresse copiée',
  copyFailed: 'La copie a échoué : l’adresse est sélectionnée, copiez-la.',
  onlyNow: 'Copiez-la maintenant : seule son empreinte est gardée, elle ne sera plus affichée.',
  open: 'Ouvrir',
  loading: 'Chargement des liens...',
  loadFailed: 'Vos liens n’ont pas pu être lus',
  live: 'Liens ouverts',
  until: (date: string) => `Jusqu’au ${date}`,
  createdOn: (date: string) => `Créé le ${date}`,
  opened: (date: string) => `Ouvert le ${date}`,
  neverOpened: 'Pas encore ouvert',
  revoke: 'Révoquer',
  revokeOf: (date: string) => `Révoquer le lien créé le ${date}`,
  revokeQuestion: 'Révoquer ce lien ? Qui a l’adresse ne pourra plus l’ouvrir.',
  revoked: 'Lien révoqué',
  revokeFailed: 'Le lien n’a pas été révoqué',
  cancel: 'Annuler',
}

/** A moment as a reader writes it, such as "21 novembre à 14:05". */
export function formatMoment(iso: string): string {
  return new Date(iso).toLocaleString('fr', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })
}
