-- Use per UTC day under the owner key. It stays when the account is erased and goes when the day has ended.
create table owner_usage (
  day text not null,
  owner_key text not null,
  -- Calls to the provider, whoever is billed for them.
  calls integer not null default 0,
  -- What the account had used of its quota when it was erased.
  used_before_erasure integer not null default 0,
  primary key (day, owner_key)
) strict, without rowid;

-- Erased accounts whose tokens may still be valid.
create table erased_owners (
  owner_key text not null primary key,
  erased_at text not null
) strict, without rowid;

-- When each member's first generation was accepted: the age of the account, as far as this worker knows it.
create table owners (
  owner_key text not null primary key,
  first_generation_at text not null
) strict, without rowid;

insert into owners (owner_key, first_generation_at) select owner_key, min(created_at) from generations group by owner_key;

-- The network of a generation by a new account, as a keyed hash of the day; null for every other. Set to null when the day has ended.
alter table generations add column network_key text;
create index generations_network_key_idx on generations (day) where network_key is not null;

create table network_usage (
  day text not null,
  network_key text not null,
  used integer not null,
  primary key (day, network_key)
) strict, without rowid;

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
