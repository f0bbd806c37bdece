import { erasedOwners, ofMember, ofSite, places, type Tables } from '@encre/worker/tables'

/** What erasure, export and restore do with each table of the generator. Rows before their owners. */
export const tables = {
  attempts: {
    ...ofMember,
    owner: { column: 'generation_id', of: 'generations' },
    columns: ['generation_id', 'number', 'model', 'outcome', 'started_at', 'ended_at'],
    exported: { instead: 'counted in its generation' },
  },
  generations: {
    ...ofMember,
    columns: [
      ...['member_id', 'owner_key', 'idempotency_key', 'body_hash', 'version', 'reference_id'],
      ...['composition', 'revised_prompt', 'tokens', 'billed_to', 'day', 'network_key'],
      ...['retry_at', 'jurisdiction', 'of_new_account'],
    ],
    exported: {
      by: 'exportMember',
      columns: [
        ...['id', 'created_at', 'updated_at', 'state', 'problem', 'model', 'attempt'],
        ...['transparent', 'request_id', 'request'],
      ],
    },
  },
  member_usage: {
    ...ofMember,
    columns: ['member_id'],
    exported: { by: 'exportRows', columns: ['day', 'used'] },
  },
  withdrawn_keys: {
    ...ofMember,
    columns: ['member_id', 'idempotency_key', 'created_at'],
    exported: { instead: 'makes a cancelled request safe to repeat' },
  },
  reference_images: {
    ...ofMember,
    columns: ['member_id', 'owner_key', 'expires_at'],
    exported: { by: 'exportMember', columns: ['id', 'type', 'created_at'] },
  },
  owners: {
    ...ofMember,
    owner: { column: 'owner_key', holds: 'owner key' },
    columns: ['owner_key', 'first_generation_at', 'library_may_be_full'],
    exported: { instead: 'derived from the generations' },
  },
  owner_usage: {
    owner: { column: 'owner_key', holds: 'owner key' },
    columns: ['day', 'owner_key', 'calls', 'used_before_erasure'],
    erased: { instead: 'an erasure does not renew the quota of the day' },
    exported: { instead: 'counters of a day' },
    restored: 'as it was',
  },
  erased_owners: erasedOwners,
  places,
  call_counts: ofSite('model', 'outcome', 'count', 'milliseconds'),
  generation_counts: ofSite('state', 'problem', 'count'),
  missing_capabilities: ofSite('base_url', 'model', 'capability', 'retry_at'),
  network_usage: ofSite('day', 'network_key', 'used'),
  site_usage: ofSite('day', 'used', 'tokens', 'used_by_new_accounts'),
} as const satisfies Tables
