export const beasts: Record<string, string> = {
  'wolf-head': 'loup louve wolf',
  'wolf-howl': 'loup_qui_hurle loup_hurlant howling_wolf',
  'lion-head': 'lion lionne lioness',
  'tiger-head': 'tigre tigresse tiger',
  'bear-head': 'ours ourse ourson bear grizzly',
  panda: 'panda',
  'polar-bear': 'ours_polaire ours_blanc polar_bear',
  'sleeping-fox': 'renard_endormi renarde_endormie renard_qui_dort sleeping_fox',
  fox: 'renard renarde goupil fox',
  'deer-head': 'cerf chevreuil biche daim deer stag doe',
  'horse-head': 'cheval jument etalon horse stallion mare',
  unicorn: 'licorne unicorn',
  pegasus: 'pegase pegasus cheval_aile',
  'eagle-emblem': 'aigle eagle rapace raptor',
  'hawk-emblem': 'faucon epervier falcon hawk',
  owl: 'hibou chouette owl',
  raven: 'corbeau corneille raven crow',
  'crow-dive': 'corbeau_en_vol flying_raven',
  finch: 'oiseau moineau rouge_gorge mesange bird sparrow robin',
  swallow: 'hirondelle martinet swallow swift',
  'peace-dove': 'colombe pigeon dove',
  hummingbird: 'colibri hummingbird',
  swan: 'cygne swan',
  flamingo: 'flamant flamant_rose flamingo',
  heron: 'heron grue echassier',
  'parrot-head': 'perroquet ara parrot macaw',
  toucan: 'toucan',
  rooster: 'coq rooster cockerel',
  phoenix: 'phenix phoenix oiseau_de_feu firebird',
  'elephant-head': 'elephant',
  'black-cat': 'chat_noir chatte_noire black_cat',
  cat: 'chat chatte chaton cat kitten',
  feline: 'panthere puma jaguar leopard panther cougar felin feline',
  'lynx-head': 'lynx',
  'labrador-head': 'chien chienne chiot labrador dog puppy',
  hound: 'doberman levrier hound',
  gorilla: 'gorille gorilla',
  monkey: 'singe monkey ape',
  rabbit: 'lapin lievre rabbit hare bunny',
  'raccoon-head': 'raton_laveur raccoon',
  'hyena-head': 'hyene hyena',
  squirrel: 'ecureuil squirrel',
  hedgehog: 'herisson hedgehog',
  bat: 'chauve_souris bat',
  mouse: 'souris mouse',
  'ram-profile': 'belier mouton ram sheep',
  goat: 'chevre bouc bouquetin goat ibex',
  boar: 'sanglier boar cochon pig',
  bison: 'bison buffle buffalo',
  bull: 'taureau vache boeuf bull cow ox',
  'rhinoceros-horn': 'rhinoceros rhino',
  'camel-head': 'chameau dromadaire camel',
  mammoth: 'mammouth mammoth',
  kangaroo: 'kangourou kangaroo',
  koala: 'koala',
  sloth: 'paresseux sloth',
  penguin: 'pingouin manchot penguin',
  'snake-dagger': 'serpent_et_poignard snake_and_dagger',
  snake: 'serpent couleuvre vipere snake viper',
  cobra: 'cobra',
  'spiked-dragon-head': 'dragon tete_de_dragon dragon_head',
  'sea-dragon': 'dragon_chinois dragon_japonais',
  wyvern: 'wyverne vouivre wyvern',
  'griffin-symbol': 'griffon gryphon griffin',
  hydra: 'hydre hydra',
  'sea-turtle': 'tortue tortue_de_mer turtle tortoise',
  octopus: 'pieuvre poulpe octopus kraken',
  'giant-squid': 'calmar calamar squid',
  'whale-tail': 'queue_de_baleine whale_tail',
  whale: 'baleine cachalot whale',
  dolphin: 'dauphin dolphin',
  'shark-jaws': 'requin shark',
  orca: 'orque orca killer_whale',
  koi: 'carpe koi carpe_koi koi_carp poisson_koi koi_fish carp',
  salmon: 'poisson saumon truite fish salmon trout',
  jellyfish: 'meduse jellyfish',
  seahorse: 'hippocampe seahorse',
  'sea-star': 'etoile_de_mer starfish sea_star',
  'manta-ray': 'raie manta raie_manta manta_ray stingray',
  crab: 'crabe crab',
  scorpion: 'scorpion',
  'spider-alt': 'araignee mygale tarantule spider tarantula',
  bee: 'abeille guepe bourdon bee wasp bumblebee',
  butterfly: 'papillon butterfly',
  moth: 'papillon_de_nuit sphinx_tete_de_mort moth',
  dragonfly: 'libellule dragonfly',
  ladybug: 'coccinelle ladybug ladybird',
  'scarab-beetle': 'scarabee scarab beetle',
  'praying-mantis': 'mante mante_religieuse mantis',
  ant: 'fourmi ant',
  snail: 'escargot snail',
  frog: 'grenouille crapaud frog toad',
  gecko: 'lezard gecko lizard',
  salamander: 'salamandre salamander',
  'chameleon-glyph': 'cameleon chameleon',
  'croc-jaws': 'crocodile alligator caiman',
  'dinosaur-rex': 'dinosaure tyrannosaure t_rex dinosaur',
  diplodocus: 'diplodocus brontosaure brontosaurus',
}

/** Beasts whose fur or feathers show at their edge; the others are hatched along their form. */
const furry = (
  'wolf-head wolf-howl lion-head tiger-head bear-head panda polar-bear fox deer-head horse-head unicorn eagle-emblem hawk-emblem owl cat ' +
  'feline lynx-head labrador-head hound gorilla monkey rabbit raccoon-head hyena-head squirrel goat ram-profile boar bison mammoth koala ' +
  'sloth werewolf mouse eagle-head rabbit-head'
).split(' ')

/** Bones keep the colour of the paper, whatever colours are chosen. */
const bones = [
  'death-skull',
  'skull-crossed-bones',
  'desert-skull',
  'skeletal-hand',
  'calavera',
  'ghost',
  'croc-jaws',
]

/** Black by name: even a style of few lines fills their black areas. */
export function isBlack(shape: string): boolean {
  return ['black-cat', 'raven'].includes(shape)
}

export function isBone(shape: string): boolean {
  return bones.includes(shape)
}

/** Beasts that game-icons shows whole and with a head apart: a portrait takes the head. */
const heads: Readonly<Record<string, string>> = {
  'eagle-emblem': 'eagle-head',
  'hawk-emblem': 'eagle-head',
  'polar-bear': 'bear-head',
  rabbit: 'rabbit-head',
}

export function headOf(shape: string): string {
  return heads[shape] ?? shape
}

export function isFurry(shape: string): boolean {
  return furry.includes(shape)
}
