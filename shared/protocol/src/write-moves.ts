/**
 * What is known of one write of a page. `waiting`: it is not done, and nothing is
 * on its way. `sending`: the
 * request is on its way. `asking`: its answer was lost, and the page asks what is true.
 * `unknown`: that answer was lost too.
 */
export type WriteState = 'rest' | 'waiting' | 'sending' | 'asking' | 'unknown'

/**
 * `pressed`: the member has a wish, or a newer one. `ready`: the network is there, or it is time to
 * ask again. `answered`: by the worker, also with a refusal. `lost`: no answer, or not the
 * worker's. `outdated`: another device has changed the row since it was read. `missing`: the
 * worker does not have what was sent.
 */
export type WriteEvent =
  | 'pressed'
  | 'ready'
  | 'taken back'
  | 'answered'
  | 'lost'
  | 'outdated'
  | 'missing'

/**
 * The moves of every write. One request is on its way for a target. The newest wish waits for it in
 * `sending`, `asking` and `unknown`, takes the place of an older one in `waiting`, and leaves
 * `rest` at once.
 */
export const writeMoves: Readonly<Record<WriteState, Partial<Record<WriteEvent, WriteState>>>> = {
  rest: {
    pressed: 'waiting',
  },
  waiting: {
    pressed: 'waiting',
    ready: 'sending',
    'taken back': 'rest',
  },
  sending: {
    pressed: 'sending',
    answered: 'rest',
    lost: 'asking',
    outdated: 'asking',
  },
  asking: {
    pressed: 'asking',
    answered: 'rest',
    missing: 'waiting',
    outdated: 'asking',
    lost: 'unknown',
  },
  unknown: {
    pressed: 'asking',
    ready: 'asking',
  },
}
