export const drawingMessages = {
  title: 'Votre dessin en calque',
  lead: 'Un dessin à vous ? Faites-en un calque.',
  formats: 'La photo d’un croquis, un scan, un PNG de Procreate : jusqu’à 50 millions de pixels.',
  choose: 'Choisir une image',
  drop: 'ou déposez-la ici',
  private:
    'Rien n’est envoyé : votre image reste sur votre appareil. Elle disparaît avec la page, sauf le temps de vous connecter.',
  name: 'Nom du dessin',
  unnamed: 'Mon dessin',
  continue: 'Continuer',
  change: 'Changer d’image',
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
