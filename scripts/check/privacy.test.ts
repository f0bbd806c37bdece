import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { expect, it } from 'vitest'
import { privacyMessages } from '../../shell/src/legal/legal-messages.ts'

const said = [...privacyMessages.stored, ...privacyMessages.browser]

// Whoever changes one of these durations changes the sentence beside it.
it.each([
  ['workers/generator/src/sweep.ts', 'keepEnded = 30 * day', 'Vos demandes de génération', '30 jours après la fin'],
  ['workers/generator/src/sweep.ts', '7 * day', 'Le nombre de générations par jour', '7 jours'],
  ['workers/generator/src/generations/generation-run.ts', 'saveFor = 24 * 60 * 60 * 1000', "L'image en cours", '24 heures au plus'],
  [
    'workers/generator/src/references/references-store.ts',
    'referenceLifetime = 24 * 60 * 60 * 1000',
    'Votre image de référence',
    '24 heures après',
  ],
  ['workers/gallery/src/image-url.ts', '2) * sixHours', 'Les images de vos designs', 'de 6 à 12 heures'],
  ['workers/account/src/password-attempts-store.ts', 'hour = 60 * 60 * 1000', 'La date de vos essais', '1 heure'],
  ['workers/account/src/maintenance.ts', 'tokensLive = 25 * 60 * 60 * 1000', "L'identifiant d'un compte supprimé", '25 heures'],
  ['shell/worker/registry/sweep.ts', 'outcomeDays = 30', "Quand une page ne s'est pas chargée", '30 jours'],
  ['shell/worker/registry/composition/visitor.ts', 'maxAge: 180 * 86_400', 'Le cookie encre_visitor', '180 jours'],
  ['shell/src/auth/session.tsx', 'sessionCheckExpiryDays={7}', 'is.authenticated', '7 jours'],
])('says how long %s keeps (%s)', (path, rule, what, duration) => {
  expect(readFileSync(join(root, path), 'utf8')).toContain(rule)
  expect(said.find((one) => one.what.includes(what))?.duration).toContain(duration)
})
