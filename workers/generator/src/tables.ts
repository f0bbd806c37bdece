import type { Tables } from '@encre/worker/tables'

/** What erasure, export and restore do with each table of the generator. Rows before their owners. */
export const tables = {
  attempts: {
    owner: { column: 'generation_id', of: 'generations' },
    columns: ['generation_id', 'number', 'model', 'outcome', 'started_at', 'ended_at'],
    erased: 'with the account',
    exported: { instead: 'counted in its generation' },
    restored: 'without erased accounts',
  },
  generations: {
    owner: { column: 'member_id', holds: 'member' },
    columns: [
      ...['member_id', 'owner_key', 'idempotency_key', 'body_hash', 'version', 'reference_id'],
      ...['composition', 'revised_prompt', 'tokens', 'billed_to', 'day', 'network_key'],
      ...['retry_at', 'jurisdiction', 'of_new_account'],
    ],
    erased: 'with the account',
    exported: {
      by: 'exportMember',
      columns: [
        ...['id', 'created_at', 'updated_at', 'state', 'problem', 'model', 'attempt'],
        ...['transparent', 'request_id', 'request'],
      ],
    },
    restored: 'without erased accounts',
  },
  member_usage: {
    owner: { column: 'member_id', holds: 'member' },
    columns: ['member_id'],
    erased: 'with the account',
    exported: { by: 'exportRows', columns: ['day', 'used'] },
    restored: 'without erased accounts',
  },
  withdrawn_keys: {
    owner: { column: 'member_id', holds: 'member' },
    columns: ['member_id', 'idempotency_key', 'created_at'],
    erased: 'with the account',
    exported: { instead: 'makes a cancelled request safe to repeat' },
    restored: 'without erased accounts',
  },
  reference_images: {
    owner: { column: 'member_id', holds: 'member' },
    columns: ['member_id', 'owner_key', 'expires_at'],
    erased: 'with the account',
    exported: { by: 'exportMember', columns: ['id', 'type', 'created_at'] },
    restored: 'without erased accounts',
  },
  owners: {
    owner: { column: 'owner_key', holds: 'owner key' },
    columns: ['owner_key', 'first_generation_at', 'library_may_be_full'],
    erased: 'with the account',
    exported: { instead: 'derived from the generations' },
    restored: 'without erased accounts',
  },
  owner_usage: {
    owner: { column: 'owner_key', holds: 'owner key' },
    columns: ['day', 'owner_key', 'calls', 'used_before_erasure'],
    erased: { instead: 'an erasure does not renew the quota of the day' },
    exported: { instead: 'counters of a day' },
    restored: 'as it was',
  },
  erased_owners: {
    owner: { column: 'owner_key', holds: 'owner key' },
    columns: ['owner_key', 'erased_at'],
    erased: { instead: 'it is the record of the erasure' },
    exported: { instead: 'no account has it' },
    restored: 'as it was',
  },
  places: {
    owner: { column: 'holder', holds: 'owner key' },
    columns: ['id', 'kind', 'holder', 'expires_at', 'body_hash'],
    erased: { instead: 'an erasure gives no place back, and each expires' },
    exported: { instead: 'counters of a day' },
    restored: 'as it was',
  },
  call_counts: {
    owner: null,
    columns: ['model', 'outcome', 'count', 'milliseconds'],
    restored: 'as it was',
  },
  generation_counts: {
    owner: null,
    columns: ['state', 'problem', 'count'],
    restored: 'as it was',
  },
  missing_capabilities: {
    owner: null,
    columns: ['base_url', 'model', 'capability', 'retry_at'],
    restored: 'as it was',
  },
  network_usage: { owner: null, columns: ['day', 'network_key', 'used'], restored: 'as it was' },
  site_usage: {
    owner: null,
    columns: ['day', 'used', 'tokens', 'used_by_new_accounts'],
    restored: 'as it was',
  },
} as const satisfies Tables
