import { expect, it } from 'vitest'
import { sessionCookieDays } from '../../shell/src/auth/tenant.ts'
import { privacyMessages } from '../../shell/src/legal/legal-messages.ts'
import { sampledShare } from '../../shell/src/vitals/sample-page.ts'
import {
  healthReportDays,
  pageErrorDays,
  previewMs,
  visitorCookieSeconds,
  vitalsDays,
} from '../../shell/worker/lifetimes.ts'
import {
  erasureListLifetimeMs,
  exportLifetimeMs,
  passwordAttemptLifetimeMs,
  tokenLifetimeMs,
} from '../../workers/account/src/lifetimes.ts'
import { linkDays } from '../../workers/gallery/src/contract.ts'
import { archiveLifetimeMs, signaturePeriodSeconds } from '../../workers/gallery/src/lifetimes.ts'
import {
  endedGenerationLifetimeMs,
  referenceLifetimeMs,
  saveTimeoutMs,
  usageLifetimeMs,
  withdrawnKeyLifetimeMs,
} from '../../workers/generator/src/lifetimes.ts'
import { backupLifetimeMs } from '../backup/backups.ts'

const hourMs = 60 * 60 * 1000
const days = (ms: number) => `${ms / hourMs / 24} jours`
const hours = (ms: number) => `${ms / hourMs} heure${ms > hourMs ? 's' : ''}`
const period = signaturePeriodSeconds * 1000

const entries = [...privacyMessages.stored, ...privacyMessages.browser]

it('the privacy page states the share of the pages that are measured', () => {
  expect(sampledShare).toBe(1 / 5)
})

it.each([
  ['Vos demandes de génération', `${days(endedGenerationLifetimeMs)} après la fin`],
  ['Le nombre de générations par jour', days(usageLifetimeMs)],
  ['L’image en cours', `${hours(saveTimeoutMs)} au plus`],
  ['L’image en cours', 'Une fois la génération finie, le Durable Object ne garde plus rien'],
  ['Votre image de référence', `${hours(referenceLifetimeMs)} après`],
  ['Les images de vos designs', `de ${period / hourMs} à ${hours(2 * period)}`],
  ['Les liens que vous créez', `${linkDays.slice(0, -1).join(', ')} ou ${linkDays.at(-1)} jours`],
  ['La sélection de designs', `${archiveLifetimeMs / 60_000} minutes`],
  ['Le numéro d’une demande que vous avez annulée', hours(withdrawnKeyLifetimeMs)],
  ['La date des mots de passe', hours(passwordAttemptLifetimeMs)],
  ['L’identifiant d’un compte supprimé', hours(tokenLifetimeMs)],
  ['Le fichier de vos données', hours(exportLifetimeMs)],
  ['Une empreinte de l’identifiant d’un compte supprimé', days(erasureListLifetimeMs)],
  ['Des sauvegardes', days(backupLifetimeMs)],
  ['Quand une page ne s’est pas chargée', `${healthReportDays} jours`],
  ['Quand une page rencontre une erreur', `${pageErrorDays} jours`],
  ['La vitesse d’une page sur cinq', `${vitalsDays} jours`],
  ['Le cookie encre_visitor', days(visitorCookieSeconds * 1000)],
  ['Le cookie encre_preview', hours(previewMs)],
  ['is.authenticated', `${sessionCookieDays} jours`],
])('the privacy page states the lifetime that the code applies: "%s" %s', (what, lifetime) => {
  expect(entries.find((entry) => entry.what.includes(what))?.duration).toContain(lifetime)
})
