import { noticePage } from '@encre/worker/notice-page'
import type { Context } from 'hono'

/** The 404 of an image for a person. The same for an expired, a forged and a deleted image. */
export function imageGonePage(c: Context): Promise<Response> {
  return noticePage(c, {
    status: 404,
    title: 'Image introuvable',
    heading: 'Cette image n’est plus à cette adresse',
    sentence: 'L’adresse d’une image est valable quelques heures. Si le design est toujours dans votre galerie, ouvrez-le à partir de là.',
    link: { path: '/gallery', label: 'Mes Designs' },
  })
}
