import {
  erasedOwners,
  memberKeys,
  ofMember,
  ofSite,
  places,
  type Tables,
} from '@encre/worker/tables'

const whileHeld = 'its report is kept without the account'

/** What erasure, export and restore do with each table of the gallery. */
export const tables = {
  designs: {
    ...ofMember,
    columns: [
      ...[
        'member_id',
        'folded_subject',
        'deleted_at',
        'parent_deleted',
        'settings_version',
        'starred_at',
        'marked_at',
      ],
      // The style is in the choices too.
      ...['pixels', 'style'],
    ],
    exported: {
      by: 'exportMember',
      columns: [
        ...['id', 'number', 'subject', 'prompt', 'choices', 'model', 'origin'],
        ...['favourite', 'size_mm', 'rendering', 'fineness', 'notes', 'parent_id'],
        ...['parent_number', 'created_at', 'corrections', 'keeps_frame', 'lettering', 'crop'],
        ...['sharing_stopped_at', 'sharing_stopped_reason', 'is_stencil_size', 'exact_place'],
        'clean_lines',
      ],
    },
  },
  design_counts: {
    ...ofMember,
    columns: ['member_id', 'designs', 'last_number'],
    exported: { instead: 'counted from the designs' },
  },
  member_keys: memberKeys,
  archives: {
    ...ofMember,
    columns: ['token_hash', 'member_id', 'design_ids', 'expires_at'],
    exported: { instead: 'an address for some minutes, of the exported designs' },
    // restore.sql empties each, and its address stays taken.
    restored: 'as it was',
  },
  links: {
    ...ofMember,
    columns: ['token_hash', 'member_id', 'key_hash', 'body_hash', 'ended_at', 'is_forgotten'],
    // A trigger marks the rows: their addresses stay taken.
    exported: {
      by: 'exportMember',
      columns: ['id', 'design_id', 'created_at', 'expires_at', 'opened_at'],
    },
    // restore.sql ends each, and its address stays taken.
    restored: 'as it was',
  },
  answers: {
    ...ofMember,
    // Each is listed under its link, which names the design.
    columns: ['member_id', 'design_id', 'seen_at'],
    exported: {
      by: 'exportMember',
      columns: ['id', 'link_id', 'text', 'verdict', 'size_mm', 'created_at'],
    },
    // They end with their links.
    restored: 'as it was',
  },
  ended_links: {
    ...ofMember,
    columns: ['id', 'member_id', 'ended_at'],
    exported: { instead: 'makes the end of a link safe to repeat, for an hour' },
    restored: 'empty',
  },
  reported_links: {
    owner: { column: 'owner_key', holds: 'owner key' },
    columns: [
      ...['number', 'link_id', 'design_id', 'owner_key', 'fingerprint', 'held_until'],
      ...['decision', 'decided_at', 'reopened_at', 'pixels', 'reason'],
    ],
    erased: { instead: whileHeld },
    exported: { instead: 'the words of others, and the decisions of operators' },
    restored: 'as it was',
  },
  reports: ofSite('id', 'link_id', 'text', 'created_at'),
  erased_owners: erasedOwners,
  places,
  removals: ofSite('design_id', 'image_key'),
  image_sweep: ofSite('only', 'read_up_to', 'objects', 'objects_in_round', 'stopped_for'),
  // The sweep found them in the bucket of then.
  orphans: {
    owner: null,
    columns: ['image_key', 'uploaded_at', 'found_at', 'is_expected'],
    restored: 'empty',
  },
} as const satisfies Tables
