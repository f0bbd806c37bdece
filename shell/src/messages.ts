/** The sentences of the shell. Those of the specification keep its exact characters. */
export const messages = {
  siteName: 'Encre',
  skipToContent: 'Aller au contenu',

  home: {
    pageTitle: 'Encre, vos idées de tatouage dessinées en quelques secondes',
    description:
      'Décrivez un tatouage, choisissez un style, une taille et un emplacement : Encre en dessine le calque en quelques secondes.',
    /** The line breaks between the two parts where there is room for it. */
    title: ['De l’idée à l’encre,', 'en quelques secondes'],
    lead: 'Décrivez votre tatouage, choisissez un style, une taille et un emplacement. Encre en dessine le calque, unique, prêt à montrer à votre tatoueur.',
    create: 'Commencer à créer',
    gallery: 'Voir la galerie',
    own: 'Un dessin à vous ?',
    makeStencil: 'Faites-en un calque.',
    setWords: 'Ou des mots en lettrage.',
    illustration:
      'Une main gantée tient une machine à tatouer : elle encre une rose dont une moitié n’est encore qu’un calque violet posé sur un avant-bras',
  },

  header: {
    home: 'Encre, accueil',
    navigation: 'Navigation principale',
    menu: 'Menu',
    about: 'À propos',
    signIn: 'Connectez-vous',
    signInShort: 'Connexion',
    signOut: 'Déconnexion',
    signOutFailed: 'Erreur lors de la déconnexion',
    signOutError: 'Failed to sign out',
  },

  sessionUnknown: 'Impossible de vérifier votre session',

  remote: {
    loading: 'Chargement de la page...',
    failed: 'Cette page n’a pas pu être chargée',
    notLoaded: 'Le reste du site fonctionne. Vérifiez votre connexion, puis réessayez.',
    broken:
      'Le reste du site fonctionne. Cette page a rencontré une erreur, qui nous a été signalée.',
    retry: 'Réessayer',
  },

  notifications: {
    label: 'Notifications',
    dismiss: 'Fermer la notification',
  },

  footer: {
    navigation: 'Informations',
    tagline: 'De l’idée à l’encre',
    legal: 'Mentions légales',
    privacy: 'Confidentialité',
    terms: 'Conditions',
    accessibility: 'Accessibilité',
  },

  notFound: {
    title: 'Page introuvable',
    lead: 'Cette adresse ne mène nulle part : la page n’existe pas ou n’existe plus.',
    back: 'Retour à l’accueil',
  },
}
