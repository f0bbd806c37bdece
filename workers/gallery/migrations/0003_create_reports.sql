-- What visitors report of a link. A report ends with its link.
create table reports (
  id text not null primary key,
  link_id text not null,
  text text not null,
  created_at text not null
) strict, without rowid;

create index reports_link_id_idx on reports (link_id);

create trigger reports_end_with_link after delete on links
BEGIN
  delete from reports where link_id = old.id;
END;
