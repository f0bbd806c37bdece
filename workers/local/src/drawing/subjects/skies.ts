import { subjectsOf } from './subject.ts'

export const skies = subjectsOf('sky', {
  moon: 'lune croissant croissant_de_lune moon crescent',
  sun: 'soleil sun',
  star: 'etoile star',
  'polar-star': 'etoile_polaire etoile_du_nord north_star polar_star',
  'rainbow-star': 'etoile_filante shooting_star',
  'comet-spark': 'comete comet meteore meteor',
  'ringed-planet': 'planete saturne planet saturn',
  galaxy: 'galaxie univers cosmos galaxy universe space espace',
  'earth-america': 'terre globe monde earth world',
  cloud: 'nuage cloud',
  lightning: 'eclair foudre orage lightning thunder storm',
  'snowflake-2': 'flocon neige snowflake snow',
  'eclipse-flare': 'eclipse',
})

export const grounds = subjectsOf('ground', {
  peaks: 'montagne alpe mont pic sommet mountain peak',
  fuji: 'mont_fuji fuji',
  forest: 'foret bois forest wood sapins',
  'big-wave': 'vague tsunami wave hokusai surf',
  waves: 'mer ocean sea eau water riviere river',
  fire: 'feu flamme incendie fire flame',
  island: 'ile plage island beach',
  volcano: 'volcan volcano',
  waterfall: 'cascade chute_d_eau waterfall',
})
