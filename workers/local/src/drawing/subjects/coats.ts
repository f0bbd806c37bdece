/** Beasts whose fur or feathers show at their edge; the others are hatched along their form. */
const furry = [
  ...['wolf-head', 'wolf-howl', 'lion', 'tiger-head', 'bear-head', 'panda', 'polar-bear', 'fox', 'deer-head', 'horse-head', 'unicorn'],
  ...['eagle-emblem', 'hawk-emblem', 'owl', 'cat', 'feline', 'lynx-head', 'labrador-head', 'hound', 'gorilla', 'monkey', 'rabbit'],
  ...['raccoon-head', 'hyena-head', 'squirrel', 'goat', 'ram-profile', 'boar', 'bison', 'mammoth', 'koala', 'sloth', 'werewolf', 'mouse'],
]

export function isFurry(shape: string): boolean {
  return furry.includes(shape)
}
