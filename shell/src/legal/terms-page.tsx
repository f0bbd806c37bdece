import { type Rules, RulesPage } from './rules-page.tsx'

export const TermsPage = () => <RulesPage rules={terms} />

const terms: Rules = {
  title: 'Conditions d’utilisation',
  changedOn: '2026-11-22',
  sections: [
    {
      title: 'Qui peut utiliser Encre',
      text: 'Un compte est réservé aux personnes de 16 ans et plus. Il ne remplace aucun accord : en France, le tatouage d’un mineur demande l’accord écrit d’un parent ou d’un tuteur.',
    },
    {
      title: 'Ce qui ne peut pas être demandé',
      text: [
        'Une image sexuelle, ou une image qui sexualise un mineur, quel qu’en soit le style.',
        'Une personne réelle sans son accord, dans une image intime, humiliante ou trompeuse.',
        'Un signe ou un slogan qui incite à la haine, fait l’éloge du terrorisme ou d’un crime contre l’humanité.',
        'Une menace, ou une image faite pour harceler quelqu’un.',
        'La copie d’une œuvre ou d’une marque sans le droit de l’utiliser, ou l’imitation d’un document officiel.',
        'Une image de référence ou un dessin que vous n’avez pas le droit d’utiliser.',
      ],
    },
    {
      title: 'Les refus',
      text: 'Le fournisseur d’images refuse aussi des demandes selon ses propres règles. Une demande qu’il refuse ainsi compte pour une génération.',
    },
    {
      title: 'Vos designs',
      text: 'L’éditeur ne revendique aucun droit sur vos descriptions, vos dessins et vos designs. Une image générée par IA peut ressembler à une autre, et la loi ne protège pas toujours une telle image. Chaque fichier dit son origine : ne retirez pas cette mention quand vous montrez l’image.',
    },
    {
      title: 'Ce que le calque est, et n’est pas',
      text: 'Un calque d’essai, à montrer à votre tatoueur, qui le redessine. Les mesures sont calculées sur l’image. La décision de tatouer, sa sécurité et le résultat relèvent de vous et de votre tatoueur.',
    },
    {
      title: 'Les liens',
      text: 'Vous choisissez à qui vous envoyez un lien. Qui l’ouvre peut le signaler. L’éditeur met fin à un lien dont le contenu enfreint ces conditions ou la loi.',
    },
    {
      title: 'Le service',
      text: 'Le nombre de générations par jour est limité, et le site peut être interrompu. Vous pouvez télécharger vos données et supprimer votre compte à tout moment dans les réglages. L’éditeur peut fermer un compte qui enfreint ces conditions. Le droit français s’applique ; vos droits de consommateur restent entiers.',
    },
  ],
}
