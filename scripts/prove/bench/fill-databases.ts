import { DesignChoices } from '@encre/protocol/design'
import * as z from 'zod/mini'
import { GenerationRequest } from '../../../workers/generator/src/contract.ts'
import { buildPrompt } from '../../../workers/generator/src/generations/prompt.ts'
import type { Site } from '../../../workers/generator/system-tests/site.ts'

export const sampleRequest = GenerationRequest.parse({
  style: 'dotwork',
  size: 'small',
  sizeDetail: null,
  placement: 'arm',
  placementDetail: null,
  colors: [],
  description: 'Un loup qui hurle à la lune, entouré de branches de pin',
  referenceId: null,
})

interface Rows {
  /** Number of the first row. */
  from: number
  count: number
  rowsPerMember: number
}

/** As long as the tenant's ids: `auth0|` and 24 hex digits. */
export function memberId(index: number): string {
  return `auth0|${index.toString(16).padStart(24, '0')}`
}

const memberSql = (rowsPerMember: number) => `printf('auth0|%024x', n / ${rowsPerMember})`
const idSql = (prefix: string) => `printf('${prefix}-0000-4000-8000-%012x', n)`
const timeSql = `strftime('%Y-%m-%dT%H:%M:%S', 1700000000 + n, 'unixepoch') || printf('.%03dZ', n % 1000)`
const numbers = ({ from, count }: Rows) =>
  `with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${from + count - 1})`
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Inserts designs of the length that `sampleRequest` makes, one second after the other, each
 * member's in a row.
 */
export async function fillDesigns(site: Site, rows: Rows): Promise<void> {
  const { style, description } = sampleRequest
  const choices = JSON.stringify({ ...z.parse(DesignChoices, sampleRequest), colors: ['#000000'] })
  await site.query(
    'encre-gallery',
    `${numbers(rows)}
     insert into designs
       (id, member_id, subject, prompt, style, choices, model, origin, created_at, folded_subject)
     select ${idSql('de519000')}, ${memberSql(rows.rowsPerMember)}, ${quoted(description)}, ${quoted(buildPrompt(sampleRequest, false))},
       '${style}', ${quoted(choices)}, 'gpt-image-2.5-flare', 'ai', ${timeSql},
       ${quoted(description.toLowerCase())}
     from numbers`,
  )
}
