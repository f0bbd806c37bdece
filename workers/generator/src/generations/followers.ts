import type { Generation, PartialImage } from '../contract.ts'
import type { Follower } from './event-stream.ts'

/** More pages than a member opens. The object holds the images that slow ones have not read yet, and has 128 MB of memory. */
export const mostFollowers = 8

/** The pages that follow one generation, and the partial image that a page which comes later still gets. */
export class Followers {
  #followers = new Set<Follower>()
  #partial: { image: PartialImage; version: number } | null = null

  get isEmpty(): boolean {
    return this.#followers.size === 0
  }

  get isFull(): boolean {
    return this.#followers.size >= mostFollowers
  }

  add(follower: Follower): void {
    this.#followers.add(follower)
  }

  delete(follower: Follower): void {
    this.#followers.delete(follower)
  }

  sendState(generation: Generation, version: number): void {
    for (const follower of this.#followers) follower.sendState(generation, version)
  }

  sendPartial(image: PartialImage, version: number): void {
    this.#partial = { image, version }
    for (const follower of this.#followers) follower.sendPartial(image, version)
  }

  /** Sends the newest partial image to a page that has just connected. */
  sendPartialTo(follower: Follower): void {
    if (this.#partial) follower.sendPartial(this.#partial.image, this.#partial.version)
  }

  clearPartial(): void {
    this.#partial = null
  }

  close(): void {
    for (const follower of this.#followers) follower.close()
  }
}
