-- A migration runs in one transaction. Until the new worker is deployed, some seconds later, the worker before it answers 500 for new
-- generations and for the options. A running generation keeps its image in its Durable Object, whose alarm is retried.

-- Who a generation is billed to: 'member' (it takes from the member's quota and from the site's), 'site' (from the site's only, where
-- the provider may have billed a call that the member did not cause to fail), or 'nobody'.
alter table generations add column billed_to text not null default 'member' check (billed_to in ('member', 'site', 'nobody'));

drop trigger generations_count;
drop trigger generations_uncount;

update generations set billed_to = case counted when 1 then 'member' when 2 then 'site' else 'nobody' end;
alter table generations drop column counted;

-- Generations per UTC day (YYYY-MM-DD) that take from a quota. The triggers below write them, in the transaction of the generation.
create table member_usage (
  day text not null,
  member_id text not null,
  used integer not null,
  primary key (day, member_id)
) strict, without rowid;

create table site_usage (
  day text not null primary key,
  used integer not null
) strict, without rowid;

insert into member_usage (day, member_id, used) select day, member_id, used from usage where member_id <> '';
insert into site_usage (day, used) select day, used from usage where member_id = '';
drop table usage;

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

-- What a model at an endpoint was found to lack: 'model' (the endpoint does not have it), 'stream' (partial images) or 'transparent'
-- (a transparent background). After `retry_at` it is tried again.
create table missing_capabilities (
  base_url text not null,
  model text not null,
  capability text not null check (capability in ('model', 'stream', 'transparent')),
  retry_at text not null,
  primary key (base_url, model, capability)
) strict, without rowid;

insert into missing_capabilities (base_url, model, capability, retry_at)
select base_url, model, 'model', ask_again_at from missing_models
union all select base_url, model, 'stream', ask_again_at from unstreamed_models
union all select base_url, model, 'transparent', ask_again_at from opaque_models;

drop table missing_models;
drop table unstreamed_models;
drop table opaque_models;
