/** Why a file cannot be the reference. Not in `messages.ts`: the first scripts show none of them. */
export const referenceMessages = {
  type: 'Ce fichier ne convient pas. Choisissez une image PNG, JPEG ou WebP.',
  size: 'Cette image dépasse 10 Mo. Choisissez une image plus légère.',
  unreadable: 'Votre navigateur ne sait pas lire cette image. Choisissez une image PNG, JPEG ou WebP.',
}
