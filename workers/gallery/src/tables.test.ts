import { env, exports } from 'cloudflare:workers'
import { testExports, testTables } from '@encre/worker/testing-tables'
import { beforeAll } from 'vitest'
import type { CleanLines, Lettering } from './contract.ts'
import { tables } from './tables.ts'
import { choicesColumn, emptyGallery } from './testing.ts'

const member = 'auth0|exported'
const design = { id: 'a1b2c3d4-0000-4000-8000-000000000001', member_id: member }
const corrections = JSON.stringify([{ kind: 'erase', width: 1, points: [0, 0] }])
const crop = JSON.stringify({ corners: [], strokes: [] })
const cleanLines = JSON.stringify({
  widths: { outer: 0.9, inner: 0.6, detail: 0.5 },
  moved: [],
} satisfies CleanLines)
const lettering = JSON.stringify({
  words: 'Ana',
  face: 'block',
  arc: 0,
  spacing: 0,
  isRead: true,
} satisfies Lettering)
const link = { member_id: member, token_hash: 'hash' }

// What the files before have stored is not exported here.
beforeAll(emptyGallery)

testTables(env.DB, tables)

testExports<typeof tables>(
  env.DB,
  {
    designs: {
      others: { member_id: member, folded_subject: 'un loup', style: 'traditional' },
      values: {
        id: [design.id, 'a1b2c3d4-0000-4000-8000-000000000002'],
        number: [1, 2],
        subject: ['un loup', 'une ancre'],
        prompt: ['Un loup.', 'Une ancre.'],
        choices: [choicesColumn, choicesColumn.replace('la nuque', 'le poignet')],
        model: ['import', 'dall-e-3'],
        origin: ['drawn', 'given'],
        favourite: [0, 1],
        size_mm: [100, 120],
        rendering: ['outline', 'solid'],
        fineness: [1, 2],
        notes: ['', 'Sans gris'],
        parent_id: ['a1b2c3d4-0000-4000-8000-000000000004', 'a1b2c3d4-0000-4000-8000-000000000003'],
        parent_number: [6, 7],
        created_at: ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
        corrections: ['', corrections],
        keeps_frame: [0, 1],
        lettering: ['', lettering],
        crop: ['', crop],
        clean_lines: ['', cleanLines],
        sharing_stopped_at: ['2026-11-21T10:00:00.000Z', '2026-11-22T10:00:00.000Z'],
        sharing_stopped_reason: ['illegal', 'rights'],
        is_stencil_size: [0, 1],
        exact_place: ['', 'Intérieur, vers le pouce'],
      },
    },
    links: {
      others: { ...link, key_hash: 'key', body_hash: 'body' },
      values: {
        id: ['link', 'another'],
        design_id: [design.id, 'a1b2c3d4-0000-4000-8000-000000000003'],
        created_at: ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
        expires_at: ['2026-12-20T10:00:00.000Z', '2026-12-21T10:00:00.000Z'],
        opened_at: [null, '2026-11-21T10:00:00.000Z'],
      },
    },
    answers: {
      others: { member_id: member, design_id: design.id },
      values: {
        id: ['answer', 'another'],
        link_id: ['link', 'another'],
        text: ['14 cm au moins', 'Parfait'],
        verdict: ['larger', null],
        size_mm: [140, null],
        created_at: ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
      },
    },
  },
  () => exports.DesignLibrary.exportMember(member, null),
)
