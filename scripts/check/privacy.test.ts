import { tokenLifetimeMs } from '@encre/worker/moment'
import { expect, it } from 'vitest'
import { sessionCookieDays } from '../../shell/src/auth/tenant.ts'
import { privacyMessages } from '../../shell/src/legal/legal-messages.ts'
import { sampledShare } from '../../shell/src/vitals/sample-page.ts'
import {
  healthReportDays,
  pageErrorDays,
  previewMs,
  reloadCookieSeconds,
  visitorCookieSeconds,
  vitalsDays,
} from '../../shell/worker/lifetimes.ts'
import {
  erasureListLifetimeMs,
  exportLifetimeMs,
  passwordAttemptLifetimeMs,
} from '../../workers/account/src/lifetimes.ts'
import { linkDays } from '../../workers/gallery/src/contract.ts'
import {
  archiveLifetimeMs,
  endedAddressMemoryMs,
  longestLinkMs,
  reportHoldMs,
  signaturePeriodSeconds,
  undoPeriodMs,
} from '../../workers/gallery/src/lifetimes.ts'
import {
  endedGenerationLifetimeMs,
  referenceLifetimeMs,
  saveTimeoutMs,
  usageLifetimeMs,
  withdrawnKeyLifetimeMs,
} from '../../workers/generator/src/lifetimes.ts'
import { backupLifetimeMs } from '../operate/backup/backups.ts'

const hourMs = 60 * 60 * 1000
const days = (ms: number) => `${ms / hourMs / 24} jours`
const hours = (ms: number) => `${ms / hourMs} heure${ms > hourMs ? 's' : ''}`
const period = signaturePeriodSeconds * 1000

const entries = [...privacyMessages.stored, ...privacyMessages.browser]

it('the privacy page states the share of the pages that are measured', () => {
  expect(sampledShare).toBe(1 / 5)
})

it.each([
  {
    what: 'Vos demandes de génération',
    lifetime: `${days(endedGenerationLifetimeMs)} après la fin`,
  },
  { what: 'Le nombre de générations par jour', lifetime: days(usageLifetimeMs) },
  { what: 'L’image en cours', lifetime: `${hours(saveTimeoutMs)} au plus` },
  {
    what: 'L’image en cours',
    lifetime: 'Une fois la génération finie, le Durable Object ne garde plus rien',
  },
  { what: 'Votre image de référence', lifetime: `${hours(referenceLifetimeMs)} après` },
  { what: 'Les images de vos designs', lifetime: `de ${period / hourMs} à ${hours(2 * period)}` },
  {
    what: 'Les liens que vous créez',
    lifetime: `${linkDays.slice(0, -1).join(', ')} ou ${linkDays.at(-1)} jours`,
  },
  { what: 'Vos designs', lifetime: hours(undoPeriodMs) },
  { what: 'Une copie de l’image d’un lien signalé', lifetime: days(reportHoldMs) },
  { what: 'Pour chaque réponse et chaque signalement', lifetime: days(longestLinkMs) },
  { what: 'Pour chaque image envoyée', lifetime: hours(referenceLifetimeMs) },
  { what: 'Pour chaque image envoyée', lifetime: hours(exportLifetimeMs) },
  { what: 'D’un lien terminé', lifetime: days(endedAddressMemoryMs) },
  { what: 'La sélection de designs', lifetime: `${archiveLifetimeMs / 60_000} minutes` },
  {
    what: 'Le numéro d’une demande que vous avez annulée',
    lifetime: hours(withdrawnKeyLifetimeMs),
  },
  { what: 'La date des mots de passe', lifetime: hours(passwordAttemptLifetimeMs) },
  { what: 'L’identifiant d’un compte supprimé', lifetime: hours(tokenLifetimeMs) },
  { what: 'Le fichier de vos données', lifetime: hours(exportLifetimeMs) },
  {
    what: 'Une empreinte de l’identifiant d’un compte supprimé',
    lifetime: days(erasureListLifetimeMs),
  },
  { what: 'Des sauvegardes', lifetime: days(backupLifetimeMs) },
  { what: 'Quand une page ne s’est pas chargée', lifetime: `${healthReportDays} jours` },
  { what: 'Quand une page rencontre une erreur', lifetime: `${pageErrorDays} jours` },
  { what: 'La vitesse d’une page sur cinq', lifetime: `${vitalsDays} jours` },
  { what: 'Le cookie encre_visitor', lifetime: days(visitorCookieSeconds * 1000) },
  { what: 'Le cookie encre_reload', lifetime: days(reloadCookieSeconds * 1000) },
  { what: 'Le cookie encre_preview', lifetime: hours(previewMs) },
  { what: 'is.authenticated', lifetime: `${sessionCookieDays} jours` },
])(
  'the privacy page states the lifetime that the code applies: "$what" $lifetime',
  ({ what, lifetime }) => {
    expect(entries.find((entry) => entry.what.includes(what))?.duration).toContain(lifetime)
  },
)
