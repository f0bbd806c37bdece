-- A reported link, for six months after its last report, whatever happens to link, design and account.
create table reported_links (
  -- What the person who reports is given. Never given twice.
  number integer not null primary key autoincrement,
  link_id text not null unique,
  design_id text not null,
  owner_key text not null,
  -- SHA-256 of the picture; null until its copy is held.
  fingerprint text,
  -- Until when a copy of the picture is held, which operators alone see; null without one.
  held_until text,
  decision text check (decision in ('stopped', 'dismissed')),
  decided_at text
) strict;

create index reported_links_design_id_idx on reported_links (design_id);
create index reported_links_held_idx on reported_links (held_until) where held_until is not null;
create index reported_links_open_idx on reported_links (owner_key, number) where decision is null;

-- A report stays when its link ends.
drop trigger reports_end_with_link;
create index reports_created_at_idx on reports (created_at);

insert into reported_links (link_id, design_id, owner_key)
select links.id, links.design_id, coalesce(member_keys.owner_key, '')
from links left join member_keys on member_keys.member_id = links.member_id
where links.id in (select link_id from reports);

-- When an operator stopped the sharing of the design; null otherwise.
alter table designs add column sharing_stopped_at text;
