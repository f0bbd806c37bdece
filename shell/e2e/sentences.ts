/**
 * Every sentence of the specification, once: on which screen, in which state, in which language, and how that state is reached.
 * `screens.spec.ts` brings each place about and asserts each sentence there, in its exact bytes. `{...}` stands for what varies.
 */
interface PlaceSentences {
  screen: string
  state: string
  /** What brings it about. */
  how: string
  fr?: readonly string[]
  en?: readonly string[]
  /** Messages of the errors reported, which no screen shows. */
  reported?: readonly string[]
}

export const places = {
  home: {
    screen: '/',
    state: 'visitor',
    how: 'open it',
    fr: ['Commencer à créer', 'Voir la galerie', 'Galerie', 'À propos', 'Connectez-vous', 'Mentions légales', 'Confidentialité'],
  },
  homeMenu: {
    screen: '/',
    state: 'visitor, mobile menu open',
    how: 'press Menu on a narrow window',
    fr: ['Galerie', 'À propos', 'Connexion'],
  },
  about: {
    screen: '/about',
    state: 'visitor',
    how: 'open it',
    fr: [
      'Notre Mission',
      'Nos Technologies',
      'IA avancée',
      'Designs personnalisés',
      'Sécurité et confidentialité',
      'Génération rapide',
      'Collaboration avec les tatoueurs',
      'Styles variés',
    ],
  },
  legal: { screen: '/mentions-legales', state: 'visitor', how: 'open it', fr: ['Mentions légales', 'Éditeur du site'] },
  privacy: { screen: '/confidentialite', state: 'visitor', how: 'open it', fr: ['Confidentialité', 'Ce que nous gardons'] },
  notFound: { screen: 'any other address', state: 'visitor', how: 'open it', fr: ['Page introuvable', "Retour à l'accueil"] },

  signIn: { screen: '/sign-in', state: 'empty', how: 'open it', fr: ['Email', 'Mot de passe', 'Se connecter', 'Créer un compte'] },
  signInMissing: { screen: '/sign-in', state: 'refused', how: 'send it empty', fr: ['Veuillez remplir tous les champs'] },
  signInBusy: { screen: '/sign-in', state: 'busy', how: 'the tenant does not answer yet', fr: ['Connexion...'] },
  signInFailed: {
    screen: '/sign-in',
    state: 'failed',
    how: 'a wrong password',
    en: ['Failed to sign in'],
    fr: ['Email ou mot de passe incorrect.'],
  },
  signUp: {
    screen: '/sign-up',
    state: 'empty',
    how: 'open it',
    fr: ['Nom', 'Email', 'Mot de passe', 'Confirmer le mot de passe', 'Créer un compte', 'Se connecter'],
  },
  signUpMissing: { screen: '/sign-up', state: 'refused', how: 'send it empty', fr: ['Veuillez remplir tous les champs'] },
  signUpMismatch: {
    screen: '/sign-up',
    state: 'refused',
    how: 'two different passwords',
    fr: ['Les mots de passe ne correspondent pas'],
  },
  signUpTooShort: {
    screen: '/sign-up',
    state: 'refused',
    how: 'a password of five characters',
    fr: ['Le mot de passe doit contenir au moins 6 caractères'],
  },
  signUpBusy: { screen: '/sign-up', state: 'busy', how: 'the tenant does not answer yet', fr: ['Création du compte...'] },
  signUpFailed: {
    screen: '/sign-up',
    state: 'failed',
    how: 'the tenant answers 500',
    en: ['Failed to create account'],
    fr: ["Une erreur est survenue lors de l'inscription"],
  },
  forgot: { screen: '/forgot-password', state: 'empty', how: 'open it', fr: ['Envoyer le lien', 'Retour à la connexion'] },
  forgotSent: {
    screen: '/forgot-password',
    state: 'sent',
    how: 'send an address',
    fr: ['Un email de réinitialisation a été envoyé à votre adresse email.'],
  },
  forgotFailed: {
    screen: '/forgot-password',
    state: 'failed',
    how: 'the tenant answers 500',
    fr: ["Une erreur est survenue lors de l'envoi de l'email de réinitialisation"],
    reported: ['Failed to send password reset email'],
  },

  dashboardLoading: {
    screen: '/dashboard',
    state: 'loading',
    how: 'the worker does not answer yet',
    en: ['Active Hours', '12', 'Loading your designs...'],
  },
  dashboardEmpty: {
    screen: '/dashboard',
    state: 'no design',
    how: 'a new account',
    fr: ['À propos', 'Créer', 'Mes Designs', 'Tableau de bord', 'Déconnexion'],
    en: [
      'Member since {date}',
      'New Design',
      'View Gallery',
      'Settings',
      'Recent Designs',
      'Active Hours',
      '12',
      'Basic User',
      'No designs',
      'Get started by creating your first tattoo design',
      'Create a design',
    ],
  },
  dashboardMenu: {
    screen: '/dashboard',
    state: 'mobile menu open',
    how: 'press Menu on a narrow window',
    fr: ['Galerie', 'À propos', 'Créer', 'Tableau de bord', 'Déconnexion'],
  },
  dashboardFailed: { screen: '/dashboard', state: 'failed', how: 'the worker answers 500', en: ['Failed to fetch designs'] },
  dashboardFilled: {
    screen: '/dashboard',
    state: 'with designs',
    how: 'generate one',
    en: ['Recent Designs', 'Style', 'Size', 'Placement', 'Colors'],
    fr: ['Traditionnel', 'Moyen', 'Bras'],
  },
  dashboardPro: { screen: '/dashboard', state: 'more than 10 designs', how: 'the worker counts 11', en: ['11', 'Pro User'] },
  dashboardAlone: {
    screen: '/dashboard',
    state: 'without a member',
    how: 'its route is made public',
    en: ['Please sign in to access your dashboard'],
  },
  signOutFailed: {
    screen: 'header',
    state: 'signing out failed',
    how: 'the tenant is out of reach',
    fr: ['Erreur lors de la déconnexion'],
    reported: ['Failed to sign out'],
  },

  generator: {
    screen: '/generator',
    state: 'before',
    how: 'open it',
    fr: [
      'Créez votre design de tatouage',
      '1',
      '2',
      '3',
      '4',
      'Géométrique',
      'Mandala',
      'Géométrie sacrée',
      'Portrait Animalier',
      'Réalisme noir et gris',
      'Loup',
      'Pointillisme',
      'Dotwork',
      'Ombrage par points',
      'Traditionnel',
      'Old school',
      'Ancre',
      'Japonais',
      'Irezumi',
      'Carpe koï',
      'Minimaliste',
      'Fine line',
      'Trait fin',
      'Aquarelle',
      'Taches de couleur',
      'Éclaboussures',
      'Petit',
      '5-8 cm',
      'Moyen',
      '10-15 cm',
      'Grand',
      '18+ cm',
      'Personnalisé',
      'Précisez la taille',
      'Bras',
      'Jambe',
      'Dos',
      'Poitrine',
      'Épaule',
      'Autre',
      'Générer',
      'Vos designs apparaîtront ici après la génération',
    ],
    en: ['Black', 'Gray', 'Blue', 'Red', 'Green', 'Purple'],
  },
  generatorDetails: {
    screen: '/generator',
    state: 'own size and place, a reference image',
    how: 'choose Personnalisé and Autre, pick an image',
    fr: ['Votre taille', 'Votre emplacement', "Retirer l'image"],
  },
  generatorRefusedFile: {
    screen: '/generator',
    state: 'a file that is no image',
    how: 'pick a text file',
    fr: ['Ce fichier ne convient pas. Choisissez une image PNG, JPEG ou WebP.'],
  },
  generatorNoReferences: {
    screen: '/generator',
    state: 'a provider that uses no reference image',
    how: 'the worker says so',
    fr: ["Le service d'images configuré ne peut pas utiliser d'image de référence."],
  },
  generatorBlank: {
    screen: '/generator',
    state: 'refused',
    how: 'Ctrl and Enter without a description',
    en: ['Please enter a description for your tattoo'],
  },
  generatorBusy: {
    screen: '/generator',
    state: 'generating',
    how: 'the events do not come yet',
    fr: ['Création de votre design unique...', 'Génération...'],
  },
  generatorDone: {
    screen: '/generator',
    state: 'done',
    how: 'generate',
    fr: ['Un loup sous la lune', 'Aperçu local, dessiné sans IA'],
  },
  generatorNoImage: {
    screen: '/generator',
    state: 'failed',
    how: 'the provider answers without an image',
    en: ['Failed to generate design: {reason}', 'No image was generated'],
  },
  generatorRefused: {
    screen: '/generator',
    state: 'failed',
    how: "the provider's moderation refuses",
    en: ['Failed to generate design: {reason}'],
    fr: ["Le fournisseur d'images refuse cette description. Reformulez votre idée, puis réessayez."],
  },
  generatorInvalidStyle: {
    screen: '/generator',
    state: 'failed',
    how: 'the worker does not know the style',
    en: ['Invalid style selected'],
  },
  generatorUnsaved: { screen: '/generator', state: 'failed', how: 'the gallery cannot keep it', en: ['Failed to save design {reason}'] },
  generatorUnexpected: {
    screen: '/generator',
    state: 'failed',
    how: 'the worker answers a code that nobody knows',
    en: ['An unexpected error occurred'],
  },
  generatorAlone: {
    screen: '/generator',
    state: 'without a member',
    how: 'its route is made public',
    en: ['You must be logged in to generate designs'],
  },

  galleryLoading: {
    screen: '/gallery',
    state: 'loading',
    how: 'the worker does not answer yet',
    fr: ['Mes Designs', 'Tous les styles', 'Chargement de vos designs...'],
  },
  galleryEmpty: { screen: '/gallery', state: 'no design', how: 'a new account', fr: ['Mes Designs', 'Aucun design trouvé'] },
  galleryFailed: { screen: '/gallery', state: 'failed', how: 'the worker answers 500', en: ['Failed to load designs'] },
  gallery: {
    screen: '/gallery',
    state: 'with designs',
    how: 'generate one',
    fr: [
      'Mes Designs',
      'Tous les styles',
      'Géométrique',
      'Portrait Animalier',
      'Pointillisme',
      'Traditionnel',
      'Japonais',
      'Minimaliste',
      'Aquarelle',
      'Un loup sous la lune',
      'Supprimer',
      'Aperçu local, dessiné sans IA',
    ],
  },
  galleryByAi: {
    screen: '/gallery',
    state: 'with a design of an AI',
    how: 'the worker says that its origin is an AI',
    fr: ['Image générée par IA'],
  },
  galleryConfirm: {
    screen: '/gallery',
    state: 'asking before a deletion',
    how: 'press Supprimer',
    fr: ['Êtes-vous sûr de vouloir supprimer ce design ?', 'Annuler', 'Supprimer'],
  },
  galleryDeleteFailed: {
    screen: '/gallery',
    state: 'a deletion failed',
    how: 'the worker answers 500',
    en: ['Failed to delete design'],
    reported: ['Failed to delete design'],
  },
  galleryFilteredEmpty: {
    screen: '/gallery',
    state: 'no design in the chosen style',
    how: 'filter',
    fr: ['Aucun design trouvé', 'Tous les styles'],
  },

  profile: { screen: '/profile', state: 'view', how: 'open it', fr: ['Modifier le profil', '0', 'Membre', '{month} {year}'] },
  profileLoadFailed: { screen: '/profile', state: 'view, failed', how: 'the worker answers 500', fr: ['Une erreur est survenue'] },
  profileEdit: {
    screen: '/profile',
    state: 'edit',
    how: 'press Modifier le profil',
    fr: ["L'adresse email ne peut pas être modifiée", 'Annuler', 'Enregistrer'],
  },
  profileSaving: { screen: '/profile', state: 'saving', how: 'the worker does not answer yet', fr: ['Enregistrement...'] },
  profileDenied: {
    screen: '/profile',
    state: 'edit, failed',
    how: 'the worker answers permission-denied',
    fr: ['Erreur lors de la mise à jour du profil', 'Accès non autorisé. Veuillez vous reconnecter.'],
  },
  profilePrecondition: {
    screen: '/profile',
    state: 'edit, failed',
    how: 'the worker answers failed-precondition',
    fr: ['Une erreur technique est survenue. Veuillez rafraîchir la page.'],
  },
  profileNotFound: {
    screen: '/profile',
    state: 'edit, failed',
    how: 'the worker answers not-found',
    fr: ["La ressource demandée n'existe pas."],
  },
  profileExhausted: {
    screen: '/profile',
    state: 'edit, failed',
    how: 'the worker answers resource-exhausted',
    fr: ['Limite de requêtes atteinte. Veuillez réessayer plus tard.'],
  },
  profileFailed: {
    screen: '/profile',
    state: 'edit, failed',
    how: 'the tenant refuses the new name',
    fr: ['Erreur lors de la mise à jour du profil', 'Une erreur inattendue est survenue. Veuillez réessayer.'],
  },
  profileAlone: {
    screen: '/profile',
    state: 'without a member',
    how: 'its route is made public',
    fr: ['Veuillez vous connecter pour accéder à votre profil'],
  },

  settings: {
    screen: '/settings',
    state: 'Profile',
    how: 'open it',
    en: ['Account Settings', 'Profile', 'Security', 'Email cannot be changed', 'Save Changes'],
  },
  settingsSaving: { screen: '/settings', state: 'Profile, saving', how: 'the worker does not answer yet', en: ['Saving...'] },
  settingsSaved: { screen: '/settings', state: 'Profile, saved', how: 'save another name', en: ['Profile updated successfully'] },
  settingsFailed: {
    screen: '/settings',
    state: 'Profile, failed',
    how: 'the worker answers 500',
    fr: ['Erreur lors de la mise à jour du profil'],
  },
  security: { screen: '/settings', state: 'Security', how: 'choose the tab', en: ['Update Password'] },
  securityTooShort: {
    screen: '/settings',
    state: 'Security, refused',
    how: 'a new password of five characters',
    en: ['New password must be at least 6 characters long'],
  },
  securityMismatch: {
    screen: '/settings',
    state: 'Security, refused',
    how: 'two different new passwords',
    en: ['New passwords do not match'],
  },
  securityBusy: { screen: '/settings', state: 'Security, updating', how: 'the worker does not answer yet', en: ['Updating...'] },
  securityFailed: {
    screen: '/settings',
    state: 'Security, failed',
    how: 'a wrong current password',
    fr: ['Une erreur est survenue', 'Le mot de passe actuel est incorrect.'],
  },
  securityUpdated: { screen: '/settings', state: 'Security, updated', how: 'the right one', en: ['Password updated successfully'] },
  securityNobody: {
    screen: '/settings',
    state: 'Security, nobody signed in',
    how: 'the worker answers 401',
    fr: ['Votre session a expiré. Reconnectez-vous pour reprendre où vous en étiez.'],
    reported: ['No authenticated user found'],
  },
  settingsAlone: {
    screen: '/settings',
    state: 'without a member',
    how: 'its route is made public',
    en: ['Please sign in to access your settings'],
  },
} as const satisfies Record<string, PlaceSentences>

export type Place = keyof typeof places

/** What no page can show: asserted by the test named. */
export const componentSentences = [
  { text: 'useAuth must be used within an AuthProvider', test: 'shell/src/auth/auth-context.test.tsx' },
] as const

export interface Sentence {
  text: string
  lang: 'fr' | 'en'
}

export function sentencesOf(place: Place): { shown: Sentence[]; reported: readonly string[] } {
  const { fr = [], en = [], reported = [] }: PlaceSentences = places[place]
  const shown = [...fr.map((text) => ({ text, lang: 'fr' as const })), ...en.map((text) => ({ text, lang: 'en' as const }))]
  return { shown, reported }
}

export function countSentences(): number {
  const onPages = Object.keys(places).reduce((sum, place) => {
    const { shown, reported } = sentencesOf(place as Place)
    return sum + shown.length + reported.length
  }, 0)
  return onPages + componentSentences.length
}
