import { colourNames } from '@encre/picture/colour-names'
import { locationLabel, styleName } from '@encre/protocol/catalogue'
import { isLongSubject } from '@encre/protocol/design'
import { inkSizeMm } from '@encre/protocol/ink-size'
import { addressOf } from '@encre/protocol/operation'
import { areColoursChosen, originLine } from '@encre/protocol/origin'
import { setApostrophes } from '@encre/protocol/page-text'
import { html, raw } from 'hono/html'
import * as z from 'zod/mini'
import {
  answerLink,
  LinkedDesign,
  mostAnswerCharacters,
  mostAnswers,
  readLinkImage,
  recordOpening,
  reportLink,
  verdicts,
} from '../contract.ts'
import type { SharedDesign } from './links-store.ts'
import { fontFiles, pageStyle } from './page-style.ts'
import type { ReportDecision } from './reports.ts'

const text = {
  siteName: 'Encre',
  home: 'Encre, accueil',
  sent: 'Design envoyé par un client',
  visibleUntil: (date: string) => `visible jusqu’au ${date}`,
  image: (subject: string) => `Le design « ${subject} »`,
  shown: 'Montrer',
  design: 'Design',
  stencil: 'Calque',
  stencilStart:
    'Tracé en cours sur votre appareil, quelques secondes. Si rien n’apparaît, rechargez la page.',
  withoutScript:
    'Le calque, les PDF et la réponse nécessitent JavaScript. L’image, la taille et les notes s’affichent sans lui.',
  longestSide: (centimetres: string) => `Jusqu’à ${centimetres} cm`,
  blackInk: 'Encre noire',
  readAgain: 'À relire lettre par lettre',
  exactPlace: 'Où exactement :',
  notes: 'Notes',
  noNotes: 'Aucune note.',
  measures: 'Mesures',
  smallestLine: 'Traits',
  smallestGap: 'Intervalles',
  recommended: 'Taille conseillée',
  colours: 'Couleurs',
  paper: 'Papier',
  papers: { a4: 'A4', letter: 'Letter', roll: 'Rouleau 216 mm' },
  options: 'Papier, miroir',
  mirror: 'Miroir (jet d’encre et encre à stencil)',
  stencilPdf: 'Télécharger le calque (PDF)',
  cardPdf: 'Fiche (PDF)',
  openImage: 'Image',
  onDevice: 'Calculé sur votre appareil.',
  answer: 'Répondre',
  verdicts: { fine: 'Ça me va', larger: '', simpler: 'Trop de détails' },
  answerHint: 'Votre avis sur la taille, les traits, la date...',
  send: 'Envoyer',
  noMoreAnswers: 'Ce lien a reçu le nombre maximal de réponses.',
  report: 'Signaler ce design',
  reportHint: 'Ce qui enfreint la loi ou les conditions du site, en quelques mots.',
  told: 'La personne qui vous a envoyé ce lien voit la date de votre visite et vos réponses ; l’éditeur voit un signalement. Vos réponses sont effacées avec le lien ; un signalement est gardé six mois, sans votre nom.',
  decisionTitle: (number: number) => `Signalement n° ${number}`,
  received: (date: string) => `Reçu le ${date}.`,
  decided: {
    stopped: (date: string) => `Décision du ${date} : le partage de ce design est arrêté.`,
    dismissed: (date: string) => `Décision du ${date} : le partage continue.`,
  },
  undecided: 'L’éditeur du site ne s’est pas encore prononcé. Sa décision paraîtra ici.',
  decisionKept: 'Cette adresse reste valable six mois après le signalement.',
  gone: 'Ce lien n’existe plus.',
  askAgain: 'Demandez-en un nouveau à la personne qui vous l’a envoyé.',
  goneTitle: 'Lien introuvable',
  unavailableTitle: 'Service indisponible',
  unavailable: 'Le serveur ne répond pas',
  tryAgain: 'Vérifiez votre réseau, puis réessayez dans une minute.',
}

/** A day as a reader writes it, such as "21 novembre 2026". */
function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('fr', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/Paris',
  })
}

/**
 * The script of the page: a file of the gallery's current release. Without it the page still shows
 * what the worker knows.
 */
const script = '/remotes/gallery/@live/scripts/link-page.js'

type Html = ReturnType<typeof html>

/** The page of a link. It names no member, and nothing in it leads to another design. */
export async function linkPage(design: SharedDesign, token: string): Promise<string> {
  const linked = toLinkedDesign(design, token)
  const origin = originLine(design.origin)
  const subject = setApostrophes(design.subject)
  return page({
    title: subject,
    head: html`<script type="module" src="${script}"></script>`,
    note: `${text.sent} · ${text.visibleUntil(formatDay(design.expiresAt))}`,
    main: html`<div class="columns"><figure>
<fieldset class="scripted"><legend class="unseen">${text.shown}</legend>
<label><input class="unseen" type="radio" name="shown" checked>${text.design}</label><label><input class="unseen" type="radio" name="shown" id="show-stencil">${text.stencil}</label></fieldset>
<img id="image" src="${linked.imageUrl}" alt="${text.image(subject)}"><div class="drawing" id="design" hidden></div><div class="drawing" id="stencil"><p class="soft scripted">${text.stencilStart}</p></div>
${origin ? html`<figcaption class="soft">${origin}</figcaption>` : ''}</figure>
<div class="column"><div class="title"><h1${isLongSubject(design.subject) ? raw(' class="long"') : ''}${design.lettering ? raw(' translate="no"') : ''}>${subject}</h1>
<p class="size"><span id="size">${text.longestSide((linked.sizeMm / 10).toLocaleString('fr'))}</span>${linked.placement && `, ${locationLabel(linked)}`}</p>
${design.exactPlace && html`<p><span class="soft">${text.exactPlace}</span> ${setApostrophes(design.exactPlace)}</p>`}
<p class="soft">${styleName(linked.style)}${inksOf(design)}</p></div>
${design.lettering ? html`<section aria-labelledby="words-title"><h2 id="words-title">${text.readAgain}</h2><p class="notes" translate="no">${design.lettering.words}</p></section>` : ''}
<section aria-labelledby="notes-title"><h2 class="unseen" id="notes-title">${text.notes}</h2><p class="notes">${setApostrophes(design.notes.trim()) || text.noNotes}</p></section>
<div class="actions scripted"><button type="button" class="button first" id="stencil-pdf" disabled>${text.stencilPdf}</button>
<p class="soft status" id="status" role="status"></p>
<details><summary>${text.options}</summary><label>${text.paper}<select id="paper" disabled>${Object.entries(
      text.papers,
    ).map(([value, label]) => html`<option value="${value}">${label}</option>`)}</select></label>
<label class="check"><input type="checkbox" id="mirror" disabled>${text.mirror}</label></details></div>
<div class="row"><button type="button" class="button scripted" id="card-pdf" disabled>${text.cardPdf}</button>
${layeredFormats.map((format) => html`<button type="button" class="button" id="${format}" disabled hidden>${format.toUpperCase()}</button>`)}
<a class="button" href="${linked.imageUrl}" target="_blank" rel="noopener">${text.openImage}</a></div>
<noscript><p>${text.withoutScript}</p></noscript>
${linked.answersUrl ? answerForm() : html`<p class="soft screen">${text.noMoreAnswers}</p>`}
<section class="scripted" aria-labelledby="measures-title"><h2 id="measures-title">${text.measures}</h2><dl class="facts">
${measured('smallest-line', text.smallestLine)}${measured('smallest-gap', text.smallestGap)}${measured('recommended', text.recommended)}
<div id="colours" hidden><dt>${text.colours}</dt><dd class="colours"></dd></div></dl><p class="soft" id="resolution" hidden></p><p class="soft">${text.onDevice}</p></section>
${reportForm()}</div></div>
${raw(`<script type="application/json" id="linked-design">${JSON.stringify(linked).replaceAll('<', '\\u003c')}</script>`)}`,
    footer: html`<footer class="soft screen">${text.told}</footer>`,
  })
}

function inksOf({ choices: { colors }, origin }: SharedDesign): Html | string {
  if (colors.length > 0)
    return html` · <span class="colours">${colourNames(colors).map((name, index) => colour(name, colors[index]))}</span>`
  return areColoursChosen(origin) ? ` · ${text.blackInk}` : ''
}

/** The files in layers. The script of the page shows their buttons; an older one has none. */
const layeredFormats = ['png', 'svg', 'psd']

/**
 * The script of the page shows the form, and the answers of one press. An older one, which cannot
 * send them, leaves them hidden. The size of one comes with the measures.
 */
function answerForm(): Html {
  return html`<section id="answer" class="screen" hidden><label for="answer-text">${text.answer}</label>
<div class="row" id="verdicts" hidden>${verdicts.map((verdict) => html`<button type="button" class="button" id="answer-${verdict}" value="${verdict}"${verdict === 'larger' ? raw(' hidden') : ''}>${text.verdicts[verdict]}</button>`)}</div>
${wordsField('answer', text.answerHint)}</section>`
}

/** As `answerForm`, closed at first. */
function reportForm(): Html {
  return html`<details id="report" class="screen" hidden><summary>${text.report}</summary><label for="report-text">${text.reportHint}</label>${wordsField('report')}</details>`
}

function wordsField(form: 'answer' | 'report', hint = ''): Html {
  return html`<textarea id="${form}-text" rows="3" maxlength="${mostAnswerCharacters}" placeholder="${hint}"></textarea>
<div class="row"><button type="button" class="button" id="${form}-send">${text.send}</button></div><p class="soft status" id="${form}-status" role="status"></p>`
}

/** The page of a link that does not open, whatever the reason. */
export function gonePage(): Promise<string> {
  return page({
    title: text.goneTitle,
    main: html`<div class="title alone"><h1>${text.gone}</h1><p>${text.askAgain}</p></div>`,
  })
}

/** What became of a report, for the person who sent it. */
export function decisionPage({
  number,
  createdAt,
  decision,
  decidedAt,
}: ReportDecision): Promise<string> {
  const outcome =
    decision && decidedAt ? text.decided[decision](formatDay(decidedAt)) : text.undecided
  return page({
    title: text.decisionTitle(number),
    main: html`<div class="title alone"><h1>${text.decisionTitle(number)}</h1><p>${text.received(formatDay(createdAt))}</p><p>${outcome}</p><p class="soft">${text.decisionKept}</p></div>`,
  })
}

/** The page of a link while the gallery cannot read it. */
export function unavailablePage(): Promise<string> {
  return page({
    title: text.unavailableTitle,
    main: html`<div class="title alone"><h1>${text.unavailable}</h1><p>${text.tryAgain}</p></div>`,
  })
}

interface Page {
  title: string
  head?: Html | ''
  /** What stands in the header in place of the site's navigation. */
  note?: string
  main: Html
  footer?: Html | ''
}

async function page({ title, head = '', note, main, footer = '' }: Page): Promise<string> {
  const document =
    await html`<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>${title} · ${text.siteName}</title>
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">
<link rel="icon" href="/favicon.svg">${fontFiles.map((file) => html`<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`)}
<style>${raw(pageStyle)}</style>${head}</head><body>
<header><a class="home" href="/" aria-label="${text.home}">${text.siteName}</a>${note ? html`<p>${note}</p>` : ''}</header>
<main>${main}</main>${footer}</body></html>`
  return document.toString()
}

/** A fact that the page's script fills: it is measured on the artist's device. */
function measured(id: string, label: string): Html {
  return html`<dt>${label}</dt><dd id="${id}"></dd>`
}

function colour(name: string, hex = ''): Html {
  return html`<span><svg aria-hidden="true"><rect width="100%" height="100%" fill="${hex}"/></svg>${name}</span>`
}

function toLinkedDesign(
  { choices, sizeMm, answers, ...design }: SharedDesign,
  token: string,
): LinkedDesign {
  return z.parse(LinkedDesign, {
    ...design,
    ...choices,
    sizeMm: inkSizeMm({ ...choices, sizeMm }),
    // The page's script cannot tell a size of the member's from one that is chosen here.
    keepsFrame: design.keepsFrame === true || (sizeMm === null && design.corrections.length === 0),
    imageUrl: addressOf(readLinkImage, { token }),
    openingsUrl: addressOf(recordOpening, { token }),
    reportsUrl: addressOf(reportLink, { token }),
    ...(answers < mostAnswers && { answersUrl: addressOf(answerLink, { token }) }),
  })
}
