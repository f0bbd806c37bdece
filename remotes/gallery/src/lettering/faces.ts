/** The faces, by the name that is kept with a design. Their names for members say what they are. */
export const faces = [
  ['gothique', 'Gothique'],
  ['anglaise', 'Anglaise'],
  ['lineale', 'Bâton'],
  ['machine', 'Machine à écrire'],
] as const

export type FaceId = (typeof faces)[number][0]

/** A newer version may have kept another. */
export function isFace(id: string): id is FaceId {
  return faces.some(([face]) => face === id)
}

/** Where the release has a face, also for a worker. */
export function faceUrl(face: FaceId): string {
  return new URL(`${__webpack_public_path__}faces/${face}.bin`, location.href).href
}
