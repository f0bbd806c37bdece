/** Why a file cannot be the reference. A file of its own keeps these sentences out of the first scripts, which contain `messages.ts`. */
export const referenceMessages = {
  type: 'Ce fichier ne convient pas. Choisissez une image PNG, JPEG ou WebP.',
  size: 'Cette image dépasse 10 Mo. Choisissez une image plus légère.',
  unreadable: 'Votre navigateur ne sait pas lire cette image. Choisissez une image PNG, JPEG ou WebP.',
}
