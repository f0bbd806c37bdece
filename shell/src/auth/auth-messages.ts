import type { TenantError } from './tenant.ts'

export const authMessages = {
  signIn: {
    title: 'Connexion',
    email: 'Email',
    password: 'Mot de passe',
    forgot: 'Mot de passe oublié ?',
    noAccount: 'Pas encore de compte ?',
    signUp: 'Créer un compte',
    submit: 'Se connecter',
    busy: 'Connexion...',
    failed: 'Failed to sign in',
    reasons: {
      '/generator': 'Pour garder vos designs, créez un compte.',
      '/gallery':
        'Votre galerie garde vos designs. Connectez-vous pour la voir, ou créez un compte.',
    },
    resume: 'Votre session a expiré. Reconnectez-vous pour reprendre où vous en étiez.',
    atTenant: 'Continuer sur la page de connexion sécurisée',
  },

  signUp: {
    title: 'Inscription',
    name: 'Nom',
    confirmPassword: 'Confirmer le mot de passe',
    passwordHint: '6 caractères au moins',
    hasAccount: 'Déjà un compte ?',
    signIn: 'Se connecter',
    submit: 'Créer un compte',
    busy: 'Création du compte...',
    failed: 'Failed to create account',
    notKnown: 'Nous ne savons pas encore si votre compte est créé.',
    unknown: "Une erreur est survenue lors de l'inscription",
  },

  fields: {
    reveal: { show: 'Afficher', hide: 'Masquer' },
    missing: 'Veuillez remplir tous les champs',
    mismatch: 'Les mots de passe ne correspondent pas',
    tooShort: 'Le mot de passe doit contenir au moins 6 caractères',
    tooLong: 'Ce mot de passe est trop long. Choisissez-en un plus court.',
  },

  forgotPassword: {
    title: 'Mot de passe oublié',
    lead: 'Indiquez votre adresse : vous recevrez un lien pour choisir un nouveau mot de passe.',
    submit: 'Envoyer le lien',
    busy: 'Envoi...',
    back: 'Retour à la connexion',
    sent: 'Un email de réinitialisation a été envoyé à votre adresse email.',
    failed: "Une erreur est survenue lors de l'envoi de l'email de réinitialisation",
    error: 'Failed to send password reset email',
    notKnown: 'Nous ne savons pas si l’email est parti.',
    toLookFor:
      'La réponse s’est perdue. Regardez votre boîte de réception ; si l’email n’y est pas dans une minute, demandez-le de nouveau.',
  },
}

const reasons: Record<string, string> = {
  access_denied: 'Email ou mot de passe incorrect.',
  invalid_user_password: 'Email ou mot de passe incorrect.',
  invalid_grant: 'Email ou mot de passe incorrect.',
  blocked_user: 'Ce compte est bloqué. Contactez le support.',
  unauthorized: 'Ce compte est bloqué. Contactez le support.',
  too_many_attempts: 'Trop de tentatives. Veuillez réessayer plus tard.',
  password_leaked: 'Ce mot de passe a été divulgué lors d’une fuite de données. Réinitialisez-le.',
  mfa_required: 'Une vérification supplémentaire est nécessaire.',
  requires_verification: 'Une vérification supplémentaire est nécessaire.',
  invalid_captcha: 'Une vérification supplémentaire est nécessaire.',
  user_exists: 'Un compte existe déjà avec cette adresse email.',
  invalid_signup: 'Impossible de créer le compte avec ces informations.',
  invalid_password: 'Le mot de passe est trop faible.',
  password_strength_error: 'Le mot de passe est trop faible.',
  password_dictionary_error: 'Ce mot de passe est trop courant. Choisissez-en un autre.',
  password_no_user_info_error:
    'Le mot de passe ne doit contenir ni votre nom ni votre adresse email.',
  network: 'Connexion au serveur impossible. Vérifiez votre réseau.',
}

export function tenantReason(
  { code, reason }: Pick<TenantError, 'code' | 'reason'>,
  fallback = 'Une erreur est survenue',
): string {
  return reason ?? (Object.hasOwn(reasons, code) ? (reasons[code] ?? fallback) : fallback)
}

export function needsTenantPage({ code }: Pick<TenantError, 'code'>): boolean {
  return ['mfa_required', 'requires_verification', 'invalid_captcha'].includes(code)
}
