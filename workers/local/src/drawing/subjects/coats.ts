/** Beasts whose fur or feathers show at their edge; the others are hatched along their form. */
const furry = [
  ...['wolf-head', 'wolf-howl', 'lion-head', 'tiger-head', 'bear-head', 'panda', 'polar-bear', 'fox', 'deer-head', 'horse-head', 'unicorn'],
  ...['eagle-emblem', 'hawk-emblem', 'owl', 'cat', 'feline', 'lynx-head', 'labrador-head', 'hound', 'gorilla', 'monkey', 'rabbit'],
  ...[
    'raccoon-head',
    'hyena-head',
    'squirrel',
    'goat',
    'ram-profile',
    'boar',
    'bison',
    'mammoth',
    'koala',
    'sloth',
    'werewolf',
    'mouse',
    'eagle-head',
    'rabbit-head',
  ],
]

/** Bones keep the colour of the paper, whatever colours are chosen. */
const bones = ['death-skull', 'skull-crossed-bones', 'desert-skull', 'skeletal-hand', 'calavera', 'ghost', 'croc-jaws']

export function isBone(shape: string): boolean {
  return bones.includes(shape)
}

/** Beasts that game-icons shows whole and with a head apart: a portrait takes the head. */
const heads: Readonly<Record<string, string>> = {
  ...{ 'eagle-emblem': 'eagle-head', 'hawk-emblem': 'eagle-head', 'polar-bear': 'bear-head', rabbit: 'rabbit-head' },
}

export function headOf(shape: string): string {
  return heads[shape] ?? shape
}

/** Skins on which a pattern of scales belongs. */
const scaly = ['sea-dragon', 'snake', 'cobra', 'salmon', 'wyvern', 'spiked-dragon-head', 'hydra', 'mermaid', 'salamander', 'gecko']

export function isScaly(shape: string): boolean {
  return scaly.includes(shape)
}

export function isFurry(shape: string): boolean {
  return furry.includes(shape)
}
