import { FlashSheet } from './flash-sheet.tsx'
import { TakeAway } from './take-away.tsx'

/** What the site makes: the home page below its first screen. */
export function Examples() {
  return (
    <>
      <FlashSheet />
      <TakeAway />
    </>
  )
}
