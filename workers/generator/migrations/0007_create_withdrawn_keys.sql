-- Idempotency keys that a member cancelled before their request arrived. A request that arrives later is accepted as cancelled.
create table withdrawn_keys (
  member_id text not null,
  idempotency_key text not null,
  created_at text not null,
  primary key (member_id, idempotency_key)
) strict, without rowid;

create index withdrawn_keys_created_at_idx on withdrawn_keys (created_at);
