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
  -- The page manifest of the page that asked. Each line of the log about the generation has it.
  composition text,
  -- The model and the background of the last attempt, and the number of attempts.
  model text,
  transparent integer not null default 0,
  attempt integer not null default 0,
  problem text,
  -- What the provider said about the image: how it understood the prompt, and the tokens that it counted.
  revised_prompt text,
  tokens integer,
  -- 'member' takes from the quotas of the member and of the site. 'site' takes from the site's only: the provider may have billed a call
  -- that failed for a reason outside the member's control.
  billed_to text not null default 'member' check (billed_to in ('member', 'site', 'nobody')),
  -- The UTC day of the quotas.
  day text not null,
  -- The network of a generation by a new account, as a keyed hash of the day. Null for other accounts, and when the day has ended.
  network_key text,
  created_at text not null,
  updated_at text not null,
  unique (member_id, idempotency_key)
) strict;

create index generations_member_id_created_at_idx on generations (member_id, created_at);
create index generations_running_idx on generations (updated_at) where state in ('queued', 'calling', 'storing');
-- The sweep deletes generations that ended long ago without reading the others.
create index generations_ended_idx on generations (updated_at) where state in ('done', 'failed', 'interrupted', 'cancelled');
-- A page of a member's failed and interrupted generations reads one row more than it shows.
create index generations_failed_idx on generations (member_id, created_at desc, id desc) where state in ('failed', 'interrupted');
create index generations_reference_id_idx on generations (reference_id) where reference_id is not null;
create index generations_network_key_idx on generations (day) where network_key is not null;

-- One row per call to the provider. It is written before the call, and `outcome` when the answer is known.
create table attempts (
  generation_id text not null,
  number integer not null,
  model text not null,
  outcome text,
  started_at text not null,
  ended_at text,
  primary key (generation_id, number)
) strict, without rowid;

-- Idempotency keys that a member cancelled before their request arrived. A request that arrives later is accepted as cancelled.
create table withdrawn_keys (
  member_id text not null,
  idempotency_key text not null,
  created_at text not null,
  primary key (member_id, idempotency_key)
) strict, without rowid;

create index withdrawn_keys_created_at_idx on withdrawn_keys (created_at);

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

-- What an endpoint lacks for a model: `Capability` in src/providers/provider.ts. It is tried again after `retry_at`.
create table missing_capabilities (
  base_url text not null,
  model text not null,
  capability text not null,
  retry_at text not null,
  primary key (base_url, model, capability)
) strict, without rowid;

-- Generations per UTC day (YYYY-MM-DD) that take from a quota. Triggers write these counts in the transaction of the generation.
create table member_usage (
  day text not null,
  member_id text not null,
  used integer not null,
  primary key (day, member_id)
) strict, without rowid;

create table site_usage (
  day text not null primary key,
  used integer not null,
  -- Tokens that the provider counted for the images of the day.
  tokens integer not null default 0
) strict, without rowid;

create table network_usage (
  day text not null,
  network_key text not null,
  used integer not null,
  primary key (day, network_key)
) strict, without rowid;

create trigger generations_take_quota after insert on generations
begin
  insert into member_usage (day, member_id, used) values (new.day, new.member_id, 1)
  on conflict (day, member_id) do update set used = used + 1;
  insert into site_usage (day, used) values (new.day, 1)
  on conflict (day) do update set used = used + 1;
end;

create trigger generations_return_member_quota after update of billed_to on generations
when old.billed_to = 'member' and new.billed_to in ('site', 'nobody')
begin
  update member_usage set used = used - 1 where day = new.day and member_id = new.member_id;
end;

create trigger generations_return_site_quota after update of billed_to on generations
when old.billed_to in ('member', 'site') and new.billed_to = 'nobody'
begin
  update site_usage set used = used - 1 where day = new.day;
end;

create trigger generations_count_tokens after update of tokens on generations when new.tokens is not null
begin
  update site_usage set tokens = tokens + new.tokens - coalesce(old.tokens, 0) where day = new.day;
end;

create trigger generations_take_network_quota after insert on generations when new.network_key is not null
begin
  insert into network_usage (day, network_key, used) values (new.day, new.network_key, 1)
  on conflict (day, network_key) do update set used = used + 1;
end;

create trigger generations_return_network_quota after update of billed_to on generations
when old.network_key is not null and old.billed_to = 'member' and new.billed_to in ('site', 'nobody')
begin
  update network_usage set used = used - 1 where day = new.day and network_key = new.network_key;
end;

-- Use per UTC day under the owner key. It stays when the account is erased, and is deleted when the day has ended.
create table owner_usage (
  day text not null,
  owner_key text not null,
  -- All calls to the provider, including the ones that nobody is billed for.
  calls integer not null default 0,
  -- The account's use of its quota at the time of its erasure.
  used_before_erasure integer not null default 0,
  primary key (day, owner_key)
) strict, without rowid;

-- Erased accounts whose tokens may still be valid.
create table erased_owners (
  owner_key text not null primary key,
  erased_at text not null
) strict, without rowid;

-- The date of each member's first generation stands for the age of the account.
create table owners (
  owner_key text not null primary key,
  first_generation_at text not null
) strict, without rowid;

-- Totals for the metrics. They outlive their rows, which are deleted after a month. Triggers write them in the transaction of the row.
create table generation_counts (
  -- 'accepted', or the state in which it ended.
  state text not null,
  -- The `GenerationFailure` of failed generations, '' for the others.
  problem text not null default '',
  count integer not null,
  primary key (state, problem)
) strict, without rowid;

create table call_counts (
  model text not null,
  outcome text not null,
  count integer not null,
  milliseconds integer not null,
  primary key (model, outcome)
) strict, without rowid;

create trigger generations_count_accepted after insert on generations
begin
  insert into generation_counts (state, count) values ('accepted', 1)
  on conflict (state, problem) do update set count = count + 1;
end;

create trigger generations_count_ended after update of state on generations
when old.state in ('queued', 'calling', 'storing') and new.state in ('done', 'failed', 'interrupted', 'cancelled')
begin
  insert into generation_counts (state, problem, count) values (new.state, coalesce(new.problem, ''), 1)
  on conflict (state, problem) do update set count = count + 1;
end;

-- The text after the colon is left out: it would make a row for each wording.
create trigger attempts_count after update of outcome on attempts when old.outcome is null and new.outcome is not null
begin
  insert into call_counts (model, outcome, count, milliseconds)
  values (
    new.model,
    substr(new.outcome, 1, instr(new.outcome || ':', ':') - 1),
    1,
    cast(round((julianday(new.ended_at) - julianday(new.started_at)) * 86400000) as integer)
  )
  on conflict (model, outcome) do update set count = count + 1, milliseconds = milliseconds + excluded.milliseconds;
end;
