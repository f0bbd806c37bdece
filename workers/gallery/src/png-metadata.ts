import { insertPngChunks, pngTextChunk } from '@encre/protocol/png'
import type { NewDesign } from './contract.ts'

/** The same PNG with text chunks that name its model, date and origin. The pixel data stays as it is. */
export function writeProvenance(
  png: ArrayBuffer,
  { model, createdAt, origin }: Pick<NewDesign, 'model' | 'createdAt' | 'origin'>,
): ArrayBuffer {
  const known = origins.get(origin)
  const chunks = [pngTextChunk('Software', model), pngTextChunk('Creation Time', createdAt)]
  if (known) chunks.push(pngTextChunk('Description', known.sentence, 'fr'), pngTextChunk('XML:com.adobe.xmp', xmpOf(known.sourceType)))
  return insertPngChunks(new Uint8Array(png), chunks).buffer
}

function xmpOf(sourceType: string): string {
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${sourceType}"/></rdf:RDF></x:xmpmeta>`
}

/** The sentence for people and the IPTC digital source type for machines, by the origin of a design. */
export const origins = new Map([
  ['ai', { sentence: 'Image générée par IA', sourceType: 'trainedAlgorithmicMedia' }],
  ['drawn', { sentence: 'Aperçu local, dessiné sans IA', sourceType: 'algorithmicMedia' }],
])
