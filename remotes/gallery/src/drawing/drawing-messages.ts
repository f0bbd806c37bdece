export const drawingMessages = {
  title: 'Votre dessin en calque',
  lead: 'Un dessin à vous ? Faites-en un calque.',
  formats: 'La photo d’un croquis, un scan, un PNG de Procreate : jusqu’à 50 millions de pixels.',
  choose: 'Choisir une image',
  drop: 'ou déposez-la ici',
  private:
    'Rien n’est envoyé : votre image reste sur votre appareil. Elle disparaît avec la page, sauf si vous vous connectez pour la garder.',
  name: 'Nom du dessin',
  unnamed: 'Mon dessin',
  continue: 'Continuer',
  change: 'Changer d’image',
}
