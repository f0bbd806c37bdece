import type { AccountProblem } from '@encre/account-worker/contract'
import { findSentence, sharedProblemSentences } from '@encre/remote-kit/sentences'

// The dashboard and the settings are in English, the profile and the reasons of all failures in
// French.

export const dashboardMessages = {
  title: 'Dashboard',
  signInFirst: 'Please sign in to access your dashboard',
  memberSince: (date: string) => `Member since ${longDate.format(new Date(date))}`,
  viewProfile: 'View profile',
  designs: 'Total Designs',
  activeHours: 'Active Hours',
  status: 'Status',
  proUser: 'Pro User',
  basicUser: 'Basic User',
  quickActions: 'Quick actions',
  newDesign: 'New Design',
  viewGallery: 'View Gallery',
  settings: 'Settings',
  answered: 'Your artist answered',
  stopped: (date: string) => `Sharing stopped on ${longDate.format(new Date(date))}`,
  stoppedReason: 'Reason: ',
  stoppedWithoutReason: 'a decision of the site’s publisher after a report.',
  stoppedAbout:
    'Its links have ended, and you cannot create others. The design stays in your gallery. To contest this, write to the publisher:',
  legal: 'legal notice',
  recentDesigns: 'Recent Designs',
  style: 'Style',
  size: 'Size',
  placement: 'Placement',
  colours: 'Colors',
  blackInk: 'Black ink',
  fullPrompt: 'Full prompt',
  loading: 'Loading your designs...',
  failed: 'Failed to fetch designs',
  retry: 'Try again',
  empty: 'No designs',
  emptyHint: 'Get started by creating your first tattoo design',
  create: 'Create a design',
  firstStep: 'Créez votre premier design',
}

export const profileMessages = {
  title: 'Profil',
  signInFirst: 'Veuillez vous connecter pour accéder à votre profil',
  edit: 'Modifier le profil',
  designsCreated: 'Designs créés',
  memberSince: 'Membre depuis',
  monthOf: (date: string) => monthAndYear.format(new Date(date)),
  status: 'Statut',
  member: 'Membre',
  name: 'Nom',
  email: 'Email',
  emailFixed: "L'adresse email ne peut pas être modifiée",
  nameRequired: 'Veuillez saisir un nom',
  cancel: 'Annuler',
  save: 'Enregistrer',
  saving: 'Enregistrement...',
  saved: 'Profil mis à jour',
  saveFailed: 'Erreur lors de la mise à jour du profil',
  loadFailed: 'Une erreur est survenue',
  retry: 'Réessayer',
  links: 'Vos pages',
  create: 'Créer un design',
  gallery: 'Voir vos designs',
  settings: 'Paramètres du compte',
}

export const settingsMessages = {
  title: 'Account Settings',
  signInFirst: 'Please sign in to access your settings',
  profileTab: 'Profile',
  securityTab: 'Security',
  name: 'Name',
  nameRequired: 'Please enter a name',
  email: 'Email',
  emailFixed: 'Email cannot be changed',
  save: 'Save Changes',
  saving: 'Saving...',
  profileUpdated: 'Profile updated successfully',
  reveal: { show: 'Show', hide: 'Hide' },
  currentPassword: 'Current Password',
  newPassword: 'New Password',
  newPasswordHint: 'At least 6 characters',
  confirmPassword: 'Confirm New Password',
  passwordTooShort: 'New password must be at least 6 characters long',
  passwordsDiffer: 'New passwords do not match',
  update: 'Update Password',
  updating: 'Updating...',
  passwordUpdated: 'Password updated successfully',
  endSessions: 'Log out everywhere',
  endingSessions: 'Logging out...',
  sessionsEnded: 'Vos appareils seront tous déconnectés d’ici un quart d’heure, celui-ci compris.',
  nobodySignedIn: 'No authenticated user found',
  // The specification's only sentence for a failed change is French: its language is marked on this
  // English page.
  passwordFailed: 'Une erreur est survenue',
  passwordUnknown: 'Nous ne savons pas si le mot de passe a changé.',
  passwordToTry:
    'La réponse s’est perdue. Essayez de vous connecter avec le nouveau mot de passe ; s’il est refusé, l’ancien reste valable.',
}

// The specification has no such screen: in the settings it is in English, as they are. The page
// after it is in the site's language.
export const erasureMessages = {
  title: 'Delete my account',
  explanation:
    'Your designs and their images, your generation requests, your reference images, your profile and your access to the site are deleted. Nothing can be recovered.',
  erase: 'Delete my account',
  erasing: 'Deleting...',
  question: 'Are you sure you want to delete your account and all your designs?',
  password: 'Current Password',
  passwordRequired: 'Please enter your password',
  signInAgainHint:
    'Sign in again first, so that nobody else deletes your account. You then come back here.',
  signInAgain: 'Sign in again',
  cancel: 'Cancel',
  failed: 'Your account is not completely deleted',
  again: 'What is deleted does not come back. Try again to delete the rest.',
  unknown: 'We do not know yet whether your account is deleted',
  unknownHint:
    'The answer was lost. This page asks again as soon as the site answers. What is deleted does not come back.',
  signInKept: 'Your data is deleted',
  signInKeptHint:
    'Your access to the site still exists, because this site cannot delete it itself. Write to the publisher (legal notice).',
  erasedTitle: 'Compte supprimé',
  erased: 'Votre compte est supprimé',
  erasedHint: 'Vos designs, vos images et vos données sont effacés. Vous êtes déconnecté.',
  home: 'Retour à l’accueil',
}

export const exportMessages = {
  title: 'Download my data',
  explanation:
    'A ZIP file with your designs, their images, your choices, your notes, your requests and your account.',
  start: 'Prepare my data',
  starting: 'One moment...',
  preparing: 'Preparing your data...',
  progress: (files: number, total: number | null) =>
    `${number.format(files)} ${files === 1 ? 'file' : 'files'}${total === null ? '' : ` of about ${number.format(total)}`}.`,
  mayLeave: 'You can leave this page: the preparation continues.',
  ready: 'Your data is ready',
  readyUntil: (date: string | null) =>
    `The file is kept ${date === null ? 'for a day' : `until ${dayAndHour.format(new Date(date))}`}. After that you can prepare another one.`,
  download: (bytes: number) => `Download (${formatBytes(bytes)})`,
  failed: 'The preparation failed',
  failedHint: 'What is written already is kept. Try again to continue.',
  readFailed: 'The state of the preparation could not be read.',
  retry: 'Try again',
}

export const signInLabel = { fr: 'Se connecter', en: 'Sign in' }

const sentences: Record<AccountProblem, string> = {
  ...sharedProblemSentences,
  'wrong-password': 'Le mot de passe actuel est incorrect.',
  'password-too-short': 'Le mot de passe doit contenir au moins 6 caractères',
  'password-too-long': 'Ce mot de passe est trop long. Choisissez-en un plus court.',
  'password-too-weak': 'Le mot de passe est trop faible.',
  'password-too-common': 'Ce mot de passe est trop courant. Choisissez-en un autre.',
  'password-is-personal': 'Le mot de passe ne doit contenir ni votre nom ni votre adresse email.',
  'password-leaked':
    'Ce mot de passe a été divulgué lors d’une fuite de données. Réinitialisez-le.',
  'too-many-attempts': 'Trop de tentatives. Veuillez réessayer plus tard.',
  'account-blocked': 'Ce compte est bloqué. Contactez le support.',
  'sessions-not-ended':
    'Le service de connexion ne ferme pas les sessions à distance. Changez votre mot de passe : toutes les autres se ferment.',
  'version-conflict': 'Votre nom a changé entre-temps dans un autre onglet.',
  'sign-in-required': 'Reconnectez-vous pour confirmer que c’est bien vous.',
}

export function problemMessage(code: string): string {
  return findSentence(sentences, code)
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const monthAndYear = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric' })
const dayAndHour = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})
const number = new Intl.NumberFormat('en-US')

function formatBytes(bytes: number): string {
  if (bytes < 1e6) return formatAmount(bytes / 1e3, 'kB')
  if (bytes < 1e9) return formatAmount(bytes / 1e6, 'MB')
  return formatAmount(bytes / 1e9, 'GB')
}

function formatAmount(value: number, unit: string): string {
  const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 })
  return `${format.format(value)}\u00a0${unit}`
}
