import { memberKeys, ofMember, ofSite, places, type Tables } from '@encre/worker/tables'

const files = { instead: 'eraseExports, with the file' }

/** What erasure, export and restore do with each table of the account worker. */
export const tables = {
  users: {
    ...ofMember,
    owner: { column: 'id', holds: 'member' },
    columns: ['renamed_at'],
    exported: { by: 'ExportJob', columns: ['id', 'email', 'name', 'created_at'] },
  },
  member_keys: memberKeys,
  places: {
    ...places,
    ...ofMember,
    owner: { column: 'holder', holds: 'member' },
  },
  // Only the version before counts tries here.
  password_attempts: {
    ...ofMember,
    columns: ['member_id', 'attempted_at'],
    exported: { instead: 'counters of some minutes' },
    restored: 'empty',
  },
  // A backup has no data downloads.
  exports: {
    ...ofMember,
    columns: ['member_id', 'id', 'expires_at', 'jurisdiction'],
    erased: files,
    exported: { instead: 'it is the download itself' },
    restored: 'empty',
  },
  export_links: {
    ...ofMember,
    columns: ['token_hash', 'member_id', 'expires_at'],
    exported: { instead: 'an address of the download, for some minutes' },
    restored: 'empty',
  },
  erasures: {
    ...ofMember,
    columns: ['member_id', 'erased_at'],
    erased: { instead: 'it is the record of the erasure, for a day' },
    exported: { instead: 'no account has it' },
    restored: 'as it was',
  },
  erasure_round: ofSite('only', 'read_up_to'),
} as const satisfies Tables
