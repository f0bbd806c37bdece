import { colourLabel, locationLabel, styleName } from '@encre/protocol/catalogue'
import { isLongSubject } from '@encre/protocol/design'
import { inkSizeMm } from '@encre/protocol/ink-size'
import { setApostrophes } from '@encre/protocol/page-text'
import { originLine } from '@encre/protocol/provenance'
import { html, raw } from 'hono/html'
import * as z from 'zod/mini'
import { galleryPaths, LinkedDesign } from '../contract.ts'
import type { SharedDesign } from './links-store.ts'
import { pageStyle } from './page-style.ts'

/** The sentences of the page that a tattoo artist opens. */
const text = {
  siteName: 'Encre',
  home: 'Encre, accueil',
  navigation: 'Navigation principale',
  menu: 'Menu',
  gallery: 'Galerie',
  about: 'À propos',
  signIn: 'Connectez-vous',
  signInShort: 'Connexion',
  validUntil: (date: string) => `Un design à lire, jusqu’au ${date}.`,
  image: (subject: string) => `Le design « ${subject} »`,
  stencil: 'Calque',
  stencilStart: 'Le calque se trace sur votre appareil, en quelques secondes. S’il n’apparaît pas, rechargez la page.',
  withoutScript: 'Le calque et les PDF demandent JavaScript. L’image, la taille et les notes s’affichent sans lui.',
  card: 'Fiche',
  size: 'Taille',
  longestSide: (centimetres: string) => `${centimetres} cm, le plus grand côté`,
  style: 'Style',
  placement: 'Emplacement',
  colours: 'Couleurs choisies',
  blackInk: 'Encre noire',
  notes: 'Notes',
  noNotes: 'Aucune note.',
  smallestLine: 'Traits',
  smallestGap: 'Intervalles',
  recommended: 'Taille conseillée',
  paper: 'Papier',
  papers: { a4: 'A4', letter: 'Letter', roll: 'Rouleau 216 mm' },
  mirror: 'Miroir (jet d’encre et encre à stencil)',
  stencilPdf: 'Télécharger le calque (PDF)',
  cardPdf: 'Télécharger la fiche (PDF)',
  onDevice: 'Calculé sur votre appareil.',
  openImage: 'Ouvrir l’image',
  told: 'La date de votre visite est montrée à la personne qui vous a envoyé ce lien. Rien d’autre n’est gardé de vous.',
  gone: 'Ce lien n’existe plus.',
  askAgain: 'Demandez-en un nouveau à la personne qui vous l’a envoyé.',
  goneTitle: 'Lien introuvable',
  unavailableTitle: 'Service indisponible',
  unavailable: 'Le serveur ne répond pas',
  tryAgain: 'Vérifiez votre réseau, puis réessayez dans une minute.',
}

/** A day as a reader writes it, such as "21 novembre 2026". */
function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('fr', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Paris' })
}

/** The script of the page: a file of the gallery's current release. Without it the page still shows what the worker knows. */
const script = '/remotes/gallery/@live/scripts/link-page.js'

type Html = ReturnType<typeof html>

/** The links of the site's header, as a visitor sees them. */
const visitorLinks = html`<a href="/gallery">${text.gallery}</a><a href="/about">${text.about}</a>`

/** The page of a link. It names no member, and nothing in it leads to another design. */
export async function linkPage(design: SharedDesign, token: string): Promise<string> {
  const linked = toLinkedDesign(design, token)
  const origin = originLine(design.origin)
  const subject = setApostrophes(design.subject)
  return page({
    title: `${subject} · ${text.siteName}`,
    head: html`<script type="module" src="${script}"></script>`,
    main: html`<div class="title"><h1${isLongSubject(design.subject) ? raw(' class="long"') : ''}>${subject}</h1><p class="soft">${text.validUntil(formatDay(design.expiresAt))}</p></div>
<div class="columns"><div class="column">
<figure><img id="image" src="${linked.imageUrl}" alt="${text.image(subject)}">${origin ? html`<figcaption class="soft">${origin}</figcaption>` : ''}</figure>
<section aria-labelledby="stencil-title"><h2 id="stencil-title">${text.stencil}</h2>
<div class="drawing" id="stencil"><p class="soft scripted">${text.stencilStart}</p></div><noscript><p>${text.withoutScript}</p></noscript></section>
</div><div class="column">
<section aria-labelledby="card-title"><h2 id="card-title">${text.card}</h2><dl class="facts">
<dt>${text.size}</dt><dd id="size">${text.longestSide((linked.sizeMm / 10).toLocaleString('fr'))}</dd>
<dt>${text.style}</dt><dd>${styleName(linked.style)}</dd>
<dt>${text.placement}</dt><dd>${locationLabel(linked)}</dd>
<dt>${text.colours}</dt><dd>${linked.colors.length > 0 ? html`<ul class="colours">${linked.colors.map(colour)}</ul>` : text.blackInk}</dd>
${measured('smallest-line', text.smallestLine)}${measured('smallest-gap', text.smallestGap)}${measured('recommended', text.recommended)}
</dl></section>
<section aria-labelledby="notes-title"><h2 id="notes-title">${text.notes}</h2><p class="notes">${setApostrophes(design.notes.trim()) || text.noNotes}</p></section>
<div class="actions"><label class="scripted">${text.paper}<select id="paper" disabled>${Object.entries(text.papers).map(
      ([value, label]) => html`<option value="${value}">${label}</option>`,
    )}</select></label>
<label class="check scripted"><input type="checkbox" id="mirror" disabled>${text.mirror}</label>
<p class="status scripted" id="status" role="status"></p>
<button type="button" class="button first scripted" id="stencil-pdf" disabled>${text.stencilPdf}</button>
<button type="button" class="button scripted" id="card-pdf" disabled>${text.cardPdf}</button>
<p class="soft scripted">${text.onDevice}</p><a class="button" href="${linked.imageUrl}" target="_blank" rel="noopener">${text.openImage}</a></div>
</div></div>
${raw(`<script type="application/json" id="linked-design">${JSON.stringify(linked).replaceAll('<', '\\u003c')}</script>`)}`,
    footer: html`<footer class="soft screen">${text.told}</footer>`,
  })
}

/** The page of a link that does not open, whatever the reason. */
export function gonePage(): Promise<string> {
  return page({
    title: `${text.goneTitle} · ${text.siteName}`,
    main: html`<div class="title alone"><h1>${text.gone}</h1><p>${text.askAgain}</p></div>`,
  })
}

/** The page of a link while the gallery cannot read it. */
export function unavailablePage(): Promise<string> {
  return page({
    title: `${text.unavailableTitle} · ${text.siteName}`,
    main: html`<div class="title alone"><h1>${text.unavailable}</h1><p>${text.tryAgain}</p></div>`,
  })
}

async function page({ title, head = '', main, footer = '' }: { title: string; head?: Html | ''; main: Html; footer?: Html | '' }) {
  const document = await html`<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">
<link rel="icon" href="/favicon.svg"><style>${raw(pageStyle)}</style>${head}</head><body>
<header><a class="home" href="/" aria-label="${text.home}">${text.siteName}</a>
<nav class="wide" aria-label="${text.navigation}">${visitorLinks}<a class="sign-in" href="/sign-in">${text.signIn}</a></nav>
<details class="narrow"><summary>${text.menu}</summary><nav aria-label="${text.navigation}">${visitorLinks}<a href="/sign-in">${text.signInShort}</a></nav></details></header>
<main>${main}</main>${footer}</body></html>`
  return document.toString()
}

/** A fact that the page's script fills: it is measured on the artist's device. */
function measured(id: string, label: string): Html {
  return html`<dt class="scripted">${label}</dt><dd class="scripted" id="${id}"></dd>`
}

function colour(hex: string): Html {
  return html`<li><svg aria-hidden="true"><rect width="100%" height="100%" fill="${hex}"/></svg>${colourLabel(hex)}</li>`
}

function toLinkedDesign({ choices, sizeMm, ...design }: SharedDesign, token: string): LinkedDesign {
  return z.parse(LinkedDesign, {
    ...design,
    ...choices,
    sizeMm: inkSizeMm({ ...choices, sizeMm }),
    imageUrl: galleryPaths.linkImage(token),
    openingsUrl: galleryPaths.linkOpenings(token),
  })
}
