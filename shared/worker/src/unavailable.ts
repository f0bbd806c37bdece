/**
 * Something that a worker needs does not answer, or not in a way that it knows. Thrown, logged whole and answered as
 * 503 `unavailable`: neither the member's doing nor a bug.
 */
export class Unavailable extends Error {
  override name = 'Unavailable'
}
