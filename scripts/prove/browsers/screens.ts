/** A screen of the journey and the texts that stand on one line there. */
export interface Screen {
  lines?: string[][]
  /** Also on one line at `wideWidth`. */
  wideLines?: string[][]
  /** Selectors of elements that are whole and on top without scrolling. */
  inView?: string[]
}

const visitorHeader = ['Encre', 'Galerie', 'À propos', 'Connectez-vous']
const memberHeader = ['Encre', 'À propos', 'Créer', 'Mes Designs', 'Tableau de bord', 'Déconnexion']
const forVisitors = { wideLines: [visitorHeader] }
const forMembers = { wideLines: [memberHeader] }
const steps = [
  ['1', 'Choisissez un style'],
  ['2', 'Personnalisez'],
  ['3', 'Image de référence'],
  ['4', 'Décrivez votre idée'],
]
const tabs = ['Profile', 'Security']
const atelier = { wideLines: [memberHeader, ['Calque', 'Vieillissement', 'Sur la peau', 'Fiche']] }

export const screens = {
  home: { wideLines: [visitorHeader, ['Commencer à créer', 'Voir la galerie']] },
  about: forVisitors,
  legal: forVisitors,
  privacy: forVisitors,
  notFound: forVisitors,
  signIn: forVisitors,
  signInRefused: forVisitors,
  forgotPassword: forVisitors,
  signUp: forVisitors,
  dashboardEmpty: forMembers,
  generator: {
    lines: steps,
    wideLines: [memberHeader, ['Petit', 'Moyen', 'Grand', 'Personnalisé']],
  },
  generatorDone: { lines: steps, wideLines: [memberHeader] },
  retouch: forMembers,
  retouchDone: forMembers,
  gallery: forMembers,
  galleryDelete: { lines: [['Annuler', 'Supprimer']] },
  atelierStencil: atelier,
  atelierCorrected: atelier,
  atelierAgeing: atelier,
  atelierSkin: atelier,
  atelierTrial: atelier,
  atelierCard: atelier,
  artistLink: { wideLines: [['Encre', 'Design envoyé par un client']] },
  drawing: forMembers,
  drawingCorners: forMembers,
  drawingStencil: forMembers,
  dashboard: { wideLines: [memberHeader, ['Total Designs', 'Active Hours', 'Status']] },
  profile: { wideLines: [memberHeader, ['Designs créés', 'Membre depuis', 'Statut']] },
  profileEdit: { lines: [['Annuler', 'Enregistrer']], wideLines: [memberHeader] },
  settings: { lines: [tabs], wideLines: [memberHeader] },
  settingsSecurity: { lines: [tabs], wideLines: [memberHeader] },
} satisfies Record<string, Screen>

export type ScreenName = keyof typeof screens
