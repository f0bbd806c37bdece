-- Links that have ended, for a day: a member whose answer was lost revokes a link twice, and it stays revoked.
create table ended_links (
  id text not null primary key,
  member_id text not null,
  ended_at text not null
) strict, without rowid;

create index ended_links_ended_at_idx on ended_links (ended_at);
create index ended_links_member_id_idx on ended_links (member_id);

create trigger links_remember_ended after delete on links
BEGIN
  insert into ended_links (id, member_id, ended_at) values (old.id, old.member_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  on conflict do nothing;
END;
