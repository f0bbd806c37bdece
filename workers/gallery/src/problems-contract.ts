import type { Operation } from '@encre/protocol/operation'
import type { SharedProblem } from '@encre/protocol/problem'

/**
 * The problem codes of this worker. `invalid-cursor`: not a `next` of this worker. `invalid-style`:
 * not in the catalogue.
 */
export type GalleryProblem =
  | SharedProblem
  | 'invalid-cursor'
  | 'invalid-style'
  | 'too-many-links'
  /** 409: the link that this key created was revoked, or has ended otherwise. */
  | 'link-ended'
  | 'too-many-answers'
  | 'too-many-reports'
  /** 409: an operator stopped the sharing of the design. */
  | 'sharing-stopped'
  | 'invalid-image'
  | 'too-many-imports'
  /** 409: another tab has changed the settings since they were read. */
  | 'version-conflict'

/** An operation of this worker. */
export type GalleryOperation = Operation<GalleryProblem>
