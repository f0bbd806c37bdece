import { memberKeys, ofSite, type Tables } from '@encre/worker/tables'

const files = { instead: 'eraseExports, with the file' }

/** What erasure, export and restore do with each table of the account worker. */
export const tables = {
  users: {
    owner: { column: 'id', holds: 'member' },
    columns: ['renamed_at'],
    erased: 'with the account',
    exported: { by: 'ExportJob', columns: ['id', 'email', 'name', 'created_at'] },
    restored: 'without erased accounts',
  },
  member_keys: memberKeys,
  places: {
    owner: { column: 'holder', holds: 'member' },
    columns: ['id', 'kind', 'holder', 'expires_at', 'body_hash'],
    erased: 'with the account',
    exported: { instead: 'counters of a day' },
    restored: 'without erased accounts',
  },
  // Only the version before counts tries here.
  password_attempts: {
    owner: { column: 'member_id', holds: 'member' },
    columns: ['member_id', 'attempted_at'],
    erased: 'with the account',
    exported: { instead: 'counters of some minutes' },
    restored: 'empty',
  },
  // A backup has no data downloads.
  exports: {
    owner: { column: 'member_id', holds: 'member' },
    columns: ['member_id', 'id', 'expires_at', 'jurisdiction'],
    erased: files,
    exported: { instead: 'it is the download itself' },
    restored: 'empty',
  },
  export_links: {
    owner: { column: 'member_id', holds: 'member' },
    columns: ['token_hash', 'member_id', 'expires_at'],
    erased: 'with the account',
    exported: { instead: 'an address of the download, for some minutes' },
    restored: 'empty',
  },
  erasures: {
    owner: { column: 'member_id', holds: 'member' },
    columns: ['member_id', 'erased_at'],
    erased: { instead: 'it is the record of the erasure, for a day' },
    exported: { instead: 'no account has it' },
    restored: 'as it was',
  },
  erasure_round: ofSite('only', 'read_up_to'),
} as const satisfies Tables
