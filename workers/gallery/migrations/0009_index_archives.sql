-- A member has a limited number of downloads at a time.
create index archives_member_id_idx on archives (member_id);
