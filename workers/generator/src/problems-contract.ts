import type { SharedProblem } from '@encre/protocol/problem'

/**
 * Why a generation failed. `no-image`: the provider answered without an image.
 * `provider-*`: the member is not the cause.
 */
export type GenerationFailure =
  | 'moderation-blocked'
  /** The provider refused, and may mean these words: a try that takes none of the member's images. */
  | 'words-refused'
  | 'no-image'
  | 'invalid-image'
  /**
   * The provider limits the site's calls (429), or its credit is used up. Neither is the member's
   * quota.
   */
  | 'provider-busy'
  | 'provider-exhausted'
  | 'provider-unavailable'
  /** The provider answered in a way that the site cannot read. */
  | 'provider-unreadable'
  | 'provider-misconfigured'
  | 'save-failed'
  /** The member caused as many calls to the provider today as the site allows. */
  | 'attempts-exhausted'
  /** The parent was deleted before its image was sent. */
  | 'unknown-reference'
  /** No model takes a reference, as the provider answered. */
  | 'references-unsupported'
  | 'internal'

/** The problem codes of this worker. */
export type GeneratorProblem =
  | SharedProblem
  | 'invalid-style'
  | 'empty-description'
  /**
   * 403: the account was deleted, and for 25 hours its tokens create nothing. Its sign-in may have
   * stayed.
   */
  | 'account-erased'
  /** 403: the site asks for a verified email before a member's first generation. */
  | 'email-unverified'
  /** 429: as the failure of this name. */
  | 'attempts-exhausted'
  /** 409: the member has as many designs as the gallery keeps. */
  | 'library-full'
  /** 429: new accounts of this network have generated together what the site allows per day. */
  | 'network-exhausted'
  | 'invalid-cursor'
  | 'missing-idempotency-key'
  | 'invalid-idempotency-key'
  | 'references-unsupported'
  | 'unknown-reference'
  | 'reference-too-large'
  | 'reference-not-an-image'
  /** 422: the mask has another size than the design, marks nothing, or marks everything. */
  | 'mask-size'
  | 'mask-empty'
  | 'mask-full'
  /** 422: the design has too many pixels to change a part of it. */
  | 'parent-too-large'
