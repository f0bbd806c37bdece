import { type Rules, RulesPage } from './rules-page.tsx'

export const AccessibilityPage = () => <RulesPage rules={accessibility} />

const accessibility: Rules = {
  title: 'Accessibilité',
  changedOn: '2026-11-22',
  sections: [
    {
      title: 'Où en est le site',
      text: 'Ce site vise les règles WCAG 2.2, niveau AA. Il y est partiellement conforme : les défauts connus sont plus bas. Aucun organisme extérieur ne l’a audité.',
    },
    {
      title: 'Ce qui a été testé',
      text: [
        'Chaque page dans chacun de ses états (vide, en cours, en échec, rempli), par l’outil axe, en clair et en sombre.',
        'La lecture sans défilement horizontal à partir de 320 pixels de large, et des cibles d’au moins 24 pixels.',
        'Les parcours principaux au clavier, dont le retour du focus après un dialogue ou une suppression.',
        'Chromium, Firefox et WebKitGTK, par des programmes.',
      ],
    },
    {
      title: 'Ce qui ne va pas encore',
      text: [
        'Aucun test avec des personnes qui utilisent un lecteur d’écran, une loupe ou une commande vocale.',
        'Les fichiers PDF du calque et de la fiche ne sont pas balisés : un lecteur d’écran en lit le texte sans sa structure.',
        'Le texte de remplacement d’un design reprend votre description ; il ne décrit pas ce que l’image montre.',
        'Le tableau de bord et les réglages sont en anglais.',
        'La page de connexion d’Auth0, quand elle est utilisée, n’est pas testée par nous.',
      ],
    },
    {
      title: 'Signaler un défaut',
      text: 'Écrivez à l’éditeur, dont les coordonnées sont dans les mentions légales. Sans réponse, vous pouvez saisir le Défenseur des droits.',
    },
  ],
}
