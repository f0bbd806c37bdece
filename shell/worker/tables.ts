import type { Tables } from '@encre/worker/tables'

/** The registry has nothing of members. A token or a preview may have been ended since a backup. */
export const tables = {
  channels: {
    owner: null,
    columns: [
      'remote',
      'current',
      'previous',
      'canary',
      'canary_share',
      'canary_since',
      'canary_ramp',
      'canary_step_at',
      'revision',
    ],
    restored: 'as it was',
  },
  compositions: {
    owner: null,
    columns: ['id', 'body', 'created_at', 'live_until'],
    restored: 'as it was',
  },
  feature_counters: {
    owner: null,
    columns: ['hour', 'feature', 'name', 'labels', 'value'],
    restored: 'as it was',
  },
  health_reports: {
    owner: null,
    columns: ['remote', 'version', 'visitor', 'address', 'outcome', 'at'],
    restored: 'as it was',
  },
  history: {
    owner: null,
    columns: ['id', 'remote', 'action', 'version', 'replaced', 'share', 'author', 'reason', 'at'],
    restored: 'as it was',
  },
  operator_sessions: {
    owner: null,
    columns: ['hash', 'token_hash', 'expires_at'],
    restored: 'empty',
  },
  page_errors: {
    owner: null,
    columns: [
      'id',
      'remote',
      'version',
      'route',
      'message',
      'stack',
      'composition',
      'count',
      'first_at',
      'last_at',
      'suspects',
      'suspected',
    ],
    restored: 'as it was',
  },
  previews: {
    owner: null,
    columns: ['id', 'remote', 'shown', 'token_id', 'author', 'created_at', 'expires_at'],
    restored: 'empty',
  },
  releases: {
    owner: null,
    columns: ['remote', 'version', 'release', 'author', 'created_at'],
    restored: 'as it was',
  },
  routes: { owner: null, columns: ['path', 'remote'], restored: 'as it was' },
  shells: {
    owner: null,
    columns: ['version', 'files', 'created_at', 'live_until'],
    restored: 'as it was',
  },
  tokens: {
    owner: null,
    columns: ['hash', 'remote', 'author', 'created_at', 'last_used_at'],
    restored: 'empty',
  },
  web_vitals: {
    owner: null,
    columns: ['day', 'remote', 'version', 'route', 'metric', 'bucket', 'count'],
    restored: 'as it was',
  },
} as const satisfies Tables
