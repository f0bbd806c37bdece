/**
 * Kept true to what the workers do: a change of what is stored, or for how long, changes this text.
 */
export const privacyMessages = {
  title: 'Confidentialité',
  lead: 'Voici ce que ce site conserve, où et combien de temps. Il ne suit pas votre navigation, ne montre aucune publicité et ne charge rien depuis un site tiers, sauf pour la connexion (Auth0).',
  table: { where: 'Où', duration: 'Combien de temps' },
  /** Where the worker keeps what has no place of its own here. */
  database: 'Base de données D1, chez Cloudflare',
  storedTitle: 'Ce que nous gardons',
  stored: [
    {
      what: 'Votre compte : adresse email, nom, date de création, et une empreinte de votre mot de passe, jamais le mot de passe.',
      where: 'Auth0 (Okta), notre service d’identité',
      duration: 'Jusqu’à la suppression du compte.',
    },
    {
      what: 'Votre profil : adresse email, nom, date de création.',
      duration: 'Jusqu’à la suppression du compte.',
    },
    {
      what: 'Vos designs : votre description, le prompt complet, vos choix, la date et le modèle appelé ; vos réglages et vos notes de l’atelier. Ce que l’atelier calcule, la photo de votre peau et un dessin ouvert dans la page Calque restent sur votre appareil ; un dessin que vous gardez devient un design.',
      duration:
        'Jusqu’à 24 heures après que vous avez supprimé le design, le temps de pouvoir annuler, ou jusqu’à la suppression du compte. Son image part avec lui.',
    },
    {
      what: 'Les images de vos designs. Elles ne sont pas publiques : leur adresse est signée. Qui reçoit une adresse de vous peut ouvrir l’image tant que cette adresse est valable.',
      where: 'Stockage R2, chez Cloudflare',
      duration:
        'Comme le design. Une adresse signée est valable de 6 à 12 heures. Dès que vous supprimez le design, ces adresses ne mènent plus à son image ; une copie peut rester dans la mémoire de votre navigateur jusqu’à 12 heures.',
    },
    {
      what: 'Les liens que vous créez pour votre tatoueur : une empreinte de leur adresse, leurs dates, et quand une page les a montrés pour la dernière fois. Qui a l’adresse voit l’image, vos choix et vos notes sur ce design, jamais votre nom ni vos autres designs. Les réponses que le tatoueur vous écrit. Rien d’autre n’est gardé sur les personnes qui ouvrent un lien.',
      duration:
        '7, 30 ou 90 jours, comme vous l’avez choisi, ou jusqu’à ce que vous révoquiez le lien, supprimiez le design ou le compte. Les réponses partent avec leur lien. Un design supprimé garde ses liens, fermés, tant que vous pouvez annuler.',
    },
    {
      what: 'Ce que quelqu’un écrit pour signaler un lien à l’éditeur du site, sans son nom ni son adresse, avec la date, les numéros du lien et du design, une empreinte du fichier de l’image et une de ses pixels, une empreinte de l’identifiant de qui a créé le lien, et la décision de l’éditeur avec son motif. L’empreinte des pixels sert à ne pas rouvrir une image dont le partage est arrêté.',
      duration:
        'Six mois après le dernier signalement du lien, même si vous supprimez le lien, le design ou le compte.',
    },
    {
      what: 'Une copie de l’image d’un lien signalé, que seul l’éditeur voit.',
      duration: '14 jours, même si vous supprimez le lien, le design ou le compte.',
    },
    {
      what: 'Vos demandes de génération : la description, les choix, leur issue, le modèle appelé. La page Créer vous montre celles qui n’ont donné aucun design.',
      duration:
        '30 jours après la fin de la génération, même si vous supprimez le design, ou jusqu’à la suppression du compte.',
    },
    {
      what: 'L’image en cours de création et son prompt, avec le design et la zone que vous retouchez, entre la réponse du fournisseur et son arrivée dans votre galerie.',
      where: 'Durable Object, chez Cloudflare',
      duration:
        'Quelques secondes, 24 heures au plus si la galerie ne répond pas : elle est effacée dès que le design est enregistré, ou la génération abandonnée. Une fois la génération finie, le Durable Object ne garde plus rien, hors l’historique décrit plus bas.',
    },
    {
      what: 'Votre image de référence, ou la zone que vous avez peinte pour une retouche.',
      where: 'Stockage R2, chez Cloudflare',
      duration: '24 heures après la fin de la génération, ou après l’envoi si rien n’est généré.',
    },
    {
      what: 'Le nombre de générations par jour, pour les limites d’utilisation.',
      duration: '7 jours.',
    },
    {
      what: 'La sélection de designs que vous téléchargez en un fichier : leurs identifiants et l’empreinte de l’adresse.',
      duration: '10 minutes.',
    },
    {
      what: 'Le numéro d’une demande que vous avez annulée, pour qu’elle ne parte pas si elle arrive en retard.',
      duration: '24 heures.',
    },
    {
      what: 'Pour chaque image envoyée, dessin gardé depuis la page Calque ou téléchargement demandé : quand cette demande cesse de compter pour les limites d’utilisation, avec votre identifiant ou son empreinte.',
      duration: '24 heures au plus, même si vous supprimez le compte.',
    },
    {
      what: 'Pour chaque réponse et chaque signalement d’un lien : le numéro du lien, une empreinte de la demande et, pour un signalement, une empreinte du réseau d’où il vient, qui change chaque jour, jamais l’adresse IP. Elles en limitent le nombre.',
      duration: '90 jours, même si vous supprimez le lien, le design ou le compte.',
    },
    {
      what: 'D’un lien terminé : son numéro, celui du design, ses dates, l’empreinte de son adresse et celle de la demande, pour que l’adresse ne s’ouvre plus jamais ; et votre identifiant, jusqu’à la suppression du compte. D’un téléchargement terminé : l’empreinte de son adresse.',
      duration: '90 jours, et aussi longtemps que les signalements du lien.',
    },
    {
      what: 'La date des mots de passe saisis pour en changer ou supprimer le compte, afin de limiter les essais.',
      duration: '1 heure.',
    },
    {
      what: 'L’identifiant d’un compte supprimé, pour effacer ce qu’un autre onglet aurait encore gardé en son nom.',
      duration: '25 heures après la suppression.',
    },
    {
      what: 'Une empreinte de l’identifiant d’un compte supprimé, avec la date : ce compte ne revient pas si une sauvegarde est restaurée.',
      where: 'Stockage R2, chez Cloudflare',
      duration: '35 jours après la suppression.',
    },
    {
      what: 'Le fichier de vos données, si vous l’avez demandé dans les réglages, et pendant une heure l’empreinte de chaque adresse qui l’ouvre.',
      where: 'Stockage R2, base de données D1 et Durable Object, chez Cloudflare',
      duration: '24 heures, ou jusqu’à la suppression du compte.',
    },
    {
      what: 'Des sauvegardes de tout ce que cette liste nomme, sauf le compte chez Auth0, l’image en cours et le fichier de vos données. Elles servent à remettre le site en état après une panne et, une fois par mois, à vérifier qu’elles se rouvrent : une personne les restaure dans un endroit vide que personne ne peut visiter, puis l’efface.',
      where: 'Copies chiffrées, hors du site',
      duration: '30 jours.',
    },
    {
      what: 'Le nombre d’images que vous avez demandées dans la journée, sous une empreinte de votre identifiant. Il reste même si vous supprimez votre compte, pour que la limite tienne.',
      duration: 'Jusqu’à la fin de la journée (UTC).',
    },
    {
      what: 'Si vous avez créé votre premier design il y a moins de sept jours : une empreinte du réseau d’où vous en demandez d’autres, qui change chaque jour, jamais l’adresse IP. Elle limite ce que de nouveaux comptes demandent ensemble.',
      duration: 'Jusqu’à la fin de la journée (UTC).',
    },
    {
      what: 'La date de votre première demande de design, sous une empreinte de votre identifiant.',
      duration: 'Jusqu’à la suppression du compte.',
    },
    {
      what: 'L’historique des bases de données, d’où seul l’éditeur du site peut les restaurer. Il contient encore ce que vous venez de supprimer, pas les images.',
      where: 'Bases de données D1 et Durable Objects, chez Cloudflare',
      duration: '30 jours après la suppression.',
    },
    {
      what: 'Quand une page ne s’est pas chargée ou a montré une erreur et, pendant l’essai d’une nouvelle version du site, aussi quand elle a marché : la version, un nombre aléatoire et une empreinte de votre adresse IP, jamais l’adresse.',
      duration: '30 jours.',
    },
    {
      what: 'Quand une page rencontre une erreur : le message et l’endroit du code, sans adresse email ni identifiant, et combien de fois. Rien ne dit chez qui.',
      duration: '30 jours après la dernière fois.',
    },
    {
      what: 'La vitesse d’une page sur cinq : le temps d’affichage, la réponse au premier geste, les déplacements du contenu. Seuls des totaux par page et par version sont gardés : rien ne dit qui l’a ouverte.',
      duration: '30 jours.',
    },
  ],
  providersTitle: 'Ce que reçoivent les autres',
  providers: [
    'Le fournisseur d’images reçoit le prompt (votre description et vos choix) et, si vous en avez déposé une, votre image de référence, ou le design dont vous demandez une variation ou une retouche, avec la zone que vous avez peinte. Il ne reçoit ni votre nom ni votre adresse email ; seulement, pour repérer les abus, une empreinte de votre identifiant.',
    'Auth0 reçoit ce que vous tapez pour vous inscrire, vous connecter ou changer de mot de passe. Il voit aussi l’adresse IP d’où vous le faites.',
    'Cloudflare fait fonctionner le site : comme tout hébergeur, il voit votre adresse IP. Il tient nos journaux techniques : page demandée, heure, numéro de la demande, étapes d’une génération avec une empreinte de votre identifiant, erreurs.',
  ],
  browserTitle: 'Ce que garde votre navigateur',
  browser: [
    {
      what: 'Le cookie auth0...is.authenticated dit seulement que vous étiez connecté.',
      duration: '7 jours, ou jusqu’à la déconnexion.',
    },
    {
      what: 'Les cookies de session de la page de connexion, chez Auth0, évitent de retaper votre mot de passe.',
      duration: 'Selon Auth0, ou jusqu’à la déconnexion.',
    },
    {
      what: 'Le cookie auth0..., posé le temps de l’aller et retour de la connexion.',
      duration: 'Quelques minutes.',
    },
    {
      what: 'Le cookie encre_visitor, un nombre aléatoire, posé seulement pendant l’essai d’une nouvelle version.',
      duration: '180 jours.',
    },
    {
      what: 'Le cookie encre_reload, l’heure de votre geste, posé seulement quand vous pressez « Recharger » sur une page dont une partie n’est pas arrivée.',
      duration: '365 jours.',
    },
    {
      what: 'Le cookie encre_preview, posé seulement quand vous ouvrez le lien d’aperçu d’une version.',
      duration: '24 heures au plus, ou jusqu’à ce que vous quittiez l’aperçu.',
    },
    {
      what: 'sessionStorage : ce que vous étiez en train d’écrire ou de régler (formulaire du design, nom, retouche, atelier, lettrage, page Calque) et le numéro de la génération en cours, pour que rien ne se perde.',
      duration: 'Jusqu’à la fermeture de l’onglet ou la déconnexion.',
    },
    {
      what: 'CacheStorage : le dessin que vous avez ouvert sur la page /calque, pendant que vous vous connectez. Il n’est pas envoyé.',
      duration:
        'Jusqu’à votre retour sur cette page ou la déconnexion. Si vous fermez l’onglet : jusqu’à votre prochaine visite.',
    },
  ],
  tokens: 'Votre jeton d’accès reste dans la mémoire de la page : il n’est écrit nulle part.',
  rightsTitle: 'Vos droits',
  rights:
    'Vous pouvez lire, corriger et supprimer ce qui vous concerne : vos designs dans votre galerie, votre nom dans votre profil, votre compte tout entier dans les réglages (Account Settings, en bas de la page). Pour une copie de vos données : « Download my data », au même endroit. Vous pouvez aussi saisir la CNIL.',
  legal: 'Mentions légales',
}
