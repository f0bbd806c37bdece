import type { GenerationState } from '@encre/generator-worker/contract'

export const previewMessages = {
  next: 'Avec ce design',
  atelier: 'Atelier',
  moreLikeThis: 'Plus comme celui-ci',
  open: 'Ouvrir dans un nouvel onglet',
  duringHint: 'Une image peut demander deux minutes. Vous pouvez quitter la page : le design sera dans votre galerie.',
  resending: 'Le serveur ne répond pas encore. Votre demande est renvoyée ; elle ne compte qu’une fois.',
  reconnecting: 'Connexion perdue. La création continue, nous essayons de la rejoindre.',
  cancelling: 'Annulation...',
  cancelHint: 'Annulée, une image déjà commencée reste décomptée, et le fournisseur peut tout de même la facturer.',
  earlier: 'Designs précédents',
  openInNewTab: 'ouvrir dans un nouvel onglet',
  revisedPrompt: (text: string) => `Le fournisseur a lu : ${text}`,
  opaque: 'Le service d’images n’a pas pu laisser le fond transparent : ce design est sur papier blanc.',
  fullPrompt: 'Texte complet envoyé au fournisseur',
}

export const stateMessages: Record<GenerationState, string> = {
  queued: 'En attente de son tour',
  calling: 'Le dessin se trace',
  storing: 'Le design rejoint votre galerie',
  done: 'Terminé',
  failed: 'Échec',
  interrupted: 'Interrompue',
  cancelled: 'Annulée',
}
