create table generations (
  id text primary key,
  member_id text not null,
  owner_key text not null,
  idempotency_key text not null,
  body_hash text not null,
  state text not null check (state in ('queued', 'calling', 'storing', 'done', 'failed', 'interrupted', 'cancelled')),
  -- Grows with each change of state; the id of its event.
  version integer not null default 1,
  request text not null,
  reference_id text,
  request_id text not null,
  model text,
  attempt integer not null default 0,
  problem text,
  -- The UTC day whose quota it takes from, and whether it still does.
  day text not null,
  counted integer not null default 1,
  created_at text not null,
  updated_at text not null,
  unique (member_id, idempotency_key)
) strict;

create index generations_member_id_created_at_idx on generations (member_id, created_at);
create index generations_running_idx on generations (updated_at) where state in ('queued', 'calling', 'storing');
create index generations_reference_id_idx on generations (reference_id) where reference_id is not null;

-- One row per call to the provider, written before the call; `outcome` once its answer is known.
create table attempts (
  generation_id text not null,
  number integer not null,
  model text not null,
  outcome text,
  started_at text not null,
  ended_at text,
  primary key (generation_id, number)
) strict, without rowid;

-- Generations counted per day; member_id '' is the whole site. Kept by the triggers, so that no statement can forget it.
create table usage (
  day text not null,
  member_id text not null,
  used integer not null,
  primary key (day, member_id)
) strict, without rowid;

create trigger generations_count after insert on generations
begin
  insert into usage (day, member_id, used) values (new.day, new.member_id, 1), (new.day, '', 1)
  on conflict (day, member_id) do update set used = used + 1;
end;

create trigger generations_uncount after update of counted on generations when old.counted = 1 and new.counted = 0
begin
  update usage set used = used - 1 where day = new.day and member_id in (new.member_id, '');
end;

-- Models that a provider said it does not have, so that only the first member waits for that answer.
create table missing_models (
  base_url text not null,
  model text not null,
  ask_again_at text not null,
  primary key (base_url, model)
) strict, without rowid;

create table reference_images (
  id text primary key,
  member_id text not null,
  owner_key text not null,
  type text not null,
  created_at text not null,
  expires_at text not null
) strict;

create index reference_images_member_id_idx on reference_images (member_id);
create index reference_images_expires_at_idx on reference_images (expires_at);
