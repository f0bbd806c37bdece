import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { listDesigns, noFilter } from './designs-store.ts'
import { readSearch } from './search.ts'
import { newDesign, saveDesign } from './testing.ts'

/**
 * A member's designs, numbered from 1; the style stands before the subject unless it is
 * traditional.
 */
const subjects = `Un loup qui hurle à la lune
Une rose et un poignard
Une hirondelle en vol
japanese|Un dragon dans les nuages
Trois roses pour ma mère
Un cœur percé d’une flèche
La vague d’Hokusai
Une ancre avec une corde
Un crâne mexicain fleuri
Un chat noir endormi
dotwork|Deux chevaux au galop
Un phare dans la tempête
Une pivoine et une abeille
Un renard endormi
Une boussole et une carte
Le prénom Lucie en lettres
Un serpent autour d’une épée
Un arbre de vie aux racines profondes
Une baleine sous les étoiles
Un papillon de nuit
japanese|Une carpe koï qui remonte
Un hibou sur une branche
Un œil dans un triangle
Les yeux d’un tigre
Une montagne et des sapins
watercolor|Un bouquet de lavande
Une plume qui devient des oiseaux
Un lion couronné
Une méduse
japanese|Un samouraï et un cerisier
La phrase « memento mori »
Une horloge cassée, 1984
geometric|Un éléphant en mandala
Un poulpe géant
Une sirène assise sur un rocher
Un corbeau sur un crâne
Un champignon et des fougères
Un vieux voilier
Une tortue marine
Un colibri et un hibiscus`.split('\n')

/** What members type, and the numbers of all designs that they mean. */
const queries =
  `loup=1, rose=2 5, roses=2 5, hirondelle=3, hirondelles=3, dragon=4, dragons=4, nuage=4, nuages=4, mere=5, mère=5, mères=5, coeur=6,
cœur=6, coeurs=6, fleche=6, flèche=6, flèches=6, vague=7, vagues=7, hokusai=7, ancre=8, ancres=8, corde=8, cordes=8, crane=9 36,
crâne=9 36, crânes=9 36, mexicain=9, fleuri=9, chat=10, chats=10, noir=10, endormi=10 14, cheval=11, chevaux=11, galop=11, phare=12,
phares=12, tempete=12, tempête=12, pivoine=13, abeille=13, abeilles=13, renard=14, boussole=15, carte=15, cartes=15, prénom=16,
lucie=16, lettre=16, lettres=16, serpent=17, épée=17, épées=17, arbre=18, arbres=18, vie=18, racine=18, racines=18, baleine=19,
étoile=19, étoiles=19, papillon=20, papillons=20, nuit=20, carpe=21, koi=21, koï=21, hibou=22, hiboux=22, branche=22, œil=23 24,
oeil=23 24, yeux=23 24, triangle=23, tigre=24, tigres=24, montagne=25, sapin=25, sapins=25, bouquet=26, lavande=26, plume=27,
plumes=27, oiseau=27, oiseaux=27, lion=28, lions=28, méduse=29, méduses=29, samouraï=30, cerisier=30, memento=31, horloge=32,
éléphant=33, éléphants=33, mandala=33, poulpe=34, géant=34, sirène=35, sirènes=35, rocher=35, corbeau=36, corbeaux=36, champignon=37,
fougère=37, fougères=37, voilier=38, vieux=38, tortue=39, colibri=40, hibiscus=40, rose poignard=2, chat noir=10, crane corbeau=36,
loup lune=1, lune loup=1, arbre de vie=18, carpe koi=21, memento mori=31, coeur flèche=6, hibou branche=22, roses mère=5,
dragon nuage=4, l’arbre=18, d’une flèche=6, carpe japonais=21, loup rose=, chat blanc=, dragon rouge=, hirondele=3, hirondellle=3,
hirondlle=3, hirnodelle=3, dragin=4, dargon=4, draagon=4, papilon=20, papillion=20, elephnat=33, champigon=37, champingon=37,
samurai=30, bousole=15, boussolle=15, montange=25, meduze=29, corbaeu=36, corbau=36, serpant=17, serpet=17, renrad=14, sirenne=35,
horlogue=32, triagle=23, lavende=26, baleinne=19, etoille=19, pivione=13, abeile=13, coliibri=40, hibsicus=40, torute=39, voillier=38,
tempette=12, mandla=33, bouqet=26, galpo=11, flehce=6, papilons=20, corbeauz=36, poignar=2, cerisi=30, champi=37, crabe=, poule=,
phase=, titre=, linge=, poison=, lapin=, matin=, soleil=, pieuvre=, licorne=, rat=, ours=, lys=, fée=, main=, ange=, croix=, hache=,
lutin=, vase=, ville=, pomme=, fraise=, cygne=, cobra=, chien=, vigne=, plage=, larme=, lampe=, tulipe=, mer=, fou=, cor=, sir=, pin=,
roi=, port=, aile=, elefant=, girafe=, n° 5=5, n°12=12, no 7=7, numéro 3=3, #20=20, n° 41=, n° 2 rose=2, n° 2 loup=, 12=12, 1984=32,
japonais=4 21 30, aquarelle=26, géométrique=33, pointillisme=11, dotwork=11, watercolor=26, minimaliste=, aquarelles=26`
    .split(/,\s+/)
    .map((line): [string, number[]] => {
      const [words = '', numbers = ''] = line.split('=')
      return [words, numbers.split(' ').filter(Boolean).map(Number)]
    })

it(`finds what members mean by ${queries.length} queries, and nothing else`, async () => {
  for (const [index, line] of subjects.entries()) {
    const [subject = '', style = 'traditional'] = line.split('|').reverse()
    await saveDesign(
      newDesign('seeker', {
        subject,
        style,
        createdAt: new Date(Date.UTC(2026, 1, index + 1)).toISOString(),
      }),
    )
  }
  const found = await Promise.all(
    queries.map(async ([query]): Promise<[string, number[]]> => {
      const designs = await listDesigns(env.DB, 'seeker', {
        ...noFilter,
        ...readSearch(query),
        from: null,
        limit: 49,
      })
      return [query, designs.map(({ number = 0 }) => number).sort((one, other) => one - other)]
    }),
  )
  expect(queries.length).toBeGreaterThan(200)
  expect(found).toEqual(queries)
})
