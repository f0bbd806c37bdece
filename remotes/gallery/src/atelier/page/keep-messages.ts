export const keepMessages = {
  keep: 'Garder dans Mes Designs',
  keepAbout: 'Le dessin rejoint alors votre galerie, avec ses notes et ses liens.',
  keepSignIn:
    'Pour garder un dessin dans Mes Designs, connectez-vous d’abord : il vous attend ici.',
  signIn: 'Se connecter',
  style: 'Style',
  chooseStyle: 'Choisir un style',
  styleMissing: 'Choisissez un style.',
  keeping: 'Envoi du dessin...',
  keepFailed: 'Le dessin n’a pas été gardé',
}
