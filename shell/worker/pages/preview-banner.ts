import type { PageManifest } from '@encre/protocol/page-manifest'
import { endPreviewPath } from '../registry/previews/preview-links.ts'

/**
 * The banner of a page with a preview, as HTML: a part of the document that no remote can prevent, with a form that needs no script. Its
 * stylesheet is `shell/public/preview.css`.
 */
export function previewBanner({ remote, version, live }: NonNullable<PageManifest['preview']>): string {
  const source = live ? `en direct depuis ${live}` : `version ${version}`
  return [
    '<link rel="stylesheet" href="/preview.css">',
    '<aside class="preview-banner" aria-label="Aperçu" lang="fr">',
    `<p>Aperçu de <strong>${remote}</strong>, <span>${source}</span>. Visible avec ce lien seulement.</p>`,
    `<form method="post" action="${endPreviewPath}"><button>Quitter l’aperçu</button></form>`,
    '</aside>',
  ].join('')
}
