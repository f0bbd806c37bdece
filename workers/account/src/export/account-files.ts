import type { ExportPage } from '@encre/protocol/member-data'
import type { Bindings } from '../bindings.ts'
import { findUser } from '../users-store.ts'

const readme = (date: Date) =>
  `Vos données sur Encre, le ${new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeZone: 'Europe/Paris' }).format(date)}.

compte.json : votre compte.
designs : chaque design avec son image, vos choix, vos réglages et vos notes de l’atelier ; les liens que vous avez donnés.
generations : vos demandes des 30 derniers jours.
references : vos images de référence que le site garde encore.

Les fichiers .json s’ouvrent avec un éditeur de texte. Les designs que vous avez supprimés n’y sont pas. La photo de votre peau ne
quitte pas votre appareil.
`

/** The account's own part of an export. */
export async function exportAccount(env: Bindings, memberId: string): Promise<ExportPage> {
  const now = new Date()
  const user = await findUser(env.DB, memberId)
  const date = now.toISOString()
  return {
    files: [
      { path: 'LISEZMOI.txt', date, content: { text: readme(now).replaceAll('\n', '\r\n') } },
      { path: 'compte.json', date: user?.createdAt ?? date, content: { text: JSON.stringify(user, null, 2) } },
    ],
    next: null,
  }
}
