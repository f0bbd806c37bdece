import { isOrigin, type Origin, originSentences } from '@encre/protocol/origin'

/**
 * Codes of IPTC's digital source types, of the picture and of a photo that shows it:
 * http://cv.iptc.org/newscodes/digitalsourcetype.
 */
const sourceTypes: Record<Origin, readonly [picture: string, onPhoto: string]> = {
  ai: ['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia'],
  composed: ['compositeWithTrainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia'],
  drawn: ['algorithmicMedia', 'compositeSynthetic'],
  imported: ['digitalCreation', 'composite'],
  lettering: ['digitalCreation', 'composite'],
}

const vocabulary = 'cv.iptc.org/newscodes/digitalsourcetype/'

/** What a file's mark says besides its origin. */
export interface MarkOptions {
  readonly title?: string
  readonly isOnPhoto?: boolean
}

/**
 * What an image says about itself to machines, as the RDF element of an SVG or an XMP packet. Empty
 * for an unknown origin.
 */
export function originRdf(origin: string, { title, isOnPhoto = false }: MarkOptions = {}): string {
  if (!isOrigin(origin)) return ''
  const code = sourceTypes[origin][isOnPhoto ? 1 : 0]
  const fields = [
    `<Iptc4xmpExt:DigitalSourceType>http://${vocabulary}${code}</Iptc4xmpExt:DigitalSourceType>`,
    `<dc:description>${inDefaultLanguage(originSentences[origin])}</dc:description>`,
    ...(title === undefined ? [] : [`<dc:title>${inDefaultLanguage(title)}</dc:title>`]),
  ]
  return `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">${fields.join('')}</rdf:Description></rdf:RDF>`
}

/** The XMP packet of a PNG, JPEG or PDF. Empty for an unknown origin. */
export function xmpPacket(origin: string, options?: MarkOptions): string {
  const rdf = originRdf(origin, options)
  if (!rdf) return ''
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta><?xpacket end="r"?>`
}

function inDefaultLanguage(text: string): string {
  return `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no such characters, escaped or not.
const charactersOutsideXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

/** Text for the content or an attribute of an XML element. */
export function escapeXml(text: string): string {
  return text
    .replace(charactersOutsideXml, '')
    .replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * The origin that a file declares, in its XMP or a C2PA manifest, if AI made it or a part of it.
 * Signatures are not verified.
 */
export function readAiOrigin(file: Uint8Array): 'ai' | 'composed' | null {
  const text = new TextDecoder('latin1').decode(file)
  if (text.includes(`${vocabulary}compositeWithTrainedAlgorithmicMedia`)) return 'composed'
  return text.includes(`${vocabulary}trainedAlgorithmicMedia`) ? 'ai' : null
}
