-- The links of one member are read for a data download and deleted with the account: without it, both read everybody's.
create index links_member_id_idx on links (member_id, created_at desc, id);
