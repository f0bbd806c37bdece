/** The metadata of every picture. Without a date, so that the same request gives the same bytes. */
export const provenance = {
  Title: 'Encre',
  Description: 'Aperçu local, dessiné sans IA',
  Software: 'Encre, atelier local (SVG, resvg)',
  Copyright:
    'Icons by Lorc, Delapouite and contributors, https://game-icons.net, CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/), redrawn; other shapes by Encre',
} as const

/** The same, for the SVG itself. */
export function provenanceElement(): string {
  return `<title>${provenance.Title}</title><desc>${provenance.Description}. ${provenance.Software}. ${provenance.Copyright}</desc>`
}
