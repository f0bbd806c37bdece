import { stylesInWords } from '@encre/protocol/catalogue'

/** The sentences of the about page, in the page's own chunk. */
export const aboutMessages = {
  title: 'Notre Mission',
  description: `Pourquoi Encre existe, et ce qui le fait marcher : une IA avancée, ${stylesInWords} styles, des designs personnels et privés, de quoi parler avec votre tatoueur.`,
  mission:
    'Un tatouage se porte toute une vie ; son dessin mérite mieux qu’une image trouvée au hasard. Encre donne à chacun de quoi poser son idée sur le papier, la voir, la reprendre, puis arriver chez son tatoueur avec un motif qui n’appartient à personne d’autre.',
  technologies: 'Nos Technologies',
  cards: {
    ai: { title: 'IA avancée', text: 'Un modèle de génération d’images interprète votre description et les codes du style choisi.' },
    custom: {
      title: 'Designs personnalisés',
      text: 'Style, taille, emplacement, couleurs : chaque design est composé pour vous, une seule fois.',
    },
    security: {
      title: 'Sécurité et confidentialité',
      text: 'Vos designs ne sont visibles que de vous. Vous les supprimez quand vous voulez.',
    },
    speed: {
      title: 'Génération rapide',
      text: 'De la description au dessin, l’attente se compte en secondes, et vous la suivez des yeux.',
    },
    artists: {
      title: 'Collaboration avec les tatoueurs',
      text: 'Un calque net et ses dimensions : de quoi parler tout de suite du même dessin avec votre tatoueur.',
    },
    styles: { title: 'Styles variés', text: `Du trait fin à l’irezumi, ${stylesInWords} styles qui suivent chacun les règles du métier.` },
  },
}
