import { noticePage } from '@encre/worker/notice-page'
import type { Context } from 'hono'

const retryAfterSeconds = 60
const home = { path: '/', label: 'Retour à l’accueil' }

export function unavailablePage(c: Context): Promise<Response> {
  const title = 'Le serveur ne répond pas'
  c.header('Retry-After', String(retryAfterSeconds))
  return noticePage(c, {
    status: 503,
    title,
    heading: title,
    sentence: 'Vérifiez votre réseau, puis réessayez dans une minute.',
    link: home,
  })
}

export function withdrawnPage(c: Context): Promise<Response> {
  const title = 'Page retirée'
  return noticePage(c, {
    status: 410,
    title,
    heading: 'Cette page est retirée',
    sentence: 'Le reste du site fonctionne.',
    link: home,
  })
}

export function floodPage(c: Context): Promise<Response> {
  const title = 'Trop de demandes'
  c.header('Retry-After', String(retryAfterSeconds))
  return noticePage(c, {
    status: 429,
    title,
    heading: title,
    sentence: 'Réessayez dans une minute.',
    link: home,
  })
}

const listed = new Intl.ListFormat('fr')

/** Asks before a preview: its code acts with the visitor's session, and could hide the banner. */
export function previewQuestionPage(
  c: Context,
  releases: { name: string; version: string }[],
): Promise<Response> {
  const names = listed.format(releases.map(({ name }) => name))
  const versions = listed.format(releases.map(({ version }) => version))
  const sentence =
    releases.length === 1
      ? `Cette version (${versions}) n’est pas celle de tout le monde. Elle agit avec votre compte : ouvrez-la seulement si vous attendiez ce lien.`
      : `Ces versions (${versions}) ne sont pas celles de tout le monde. Elles agissent avec votre compte : ouvrez-les seulement si vous attendiez ce lien.`
  return noticePage(c, {
    status: 200,
    title: 'Ouvrir un aperçu',
    heading: `Ouvrir l’aperçu de ${names} ?`,
    sentence,
    button: 'Ouvrir l’aperçu',
    link: home,
  })
}

/** The 410 of a preview link that has expired, or that this site did not create. */
export function previewGonePage(c: Context): Promise<Response> {
  return noticePage(c, {
    status: 410,
    title: 'Aperçu terminé',
    heading: 'Ce lien d’aperçu n’est plus valable',
    sentence: 'Demandez-en un autre à l’équipe.',
    link: home,
  })
}
