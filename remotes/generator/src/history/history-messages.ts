export const historyMessages = {
  title: 'Générations échouées ou interrompues',
  hint: 'Celles des 30 derniers jours. Réessayer reprend les mots et les choix dans le formulaire : rien n’est envoyé avant Générer.',
  loading: 'Chargement...',
  loadFailed: 'La liste n’a pas pu être lue',
  empty: 'Aucune depuis 30 jours.',
  retry: 'Réessayer',
  retryOf: (subject: string) => `Réessayer : ${subject}`,
  more: 'Afficher plus',
  back: 'Créer un design',
  lostReference: 'Son image de référence n’est plus gardée.',
  date: (iso: string) => new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso)),
}
