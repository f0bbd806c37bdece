-- A page of a member's failed and interrupted generations is read in the order of this index: as many rows as it shows, and one more.
create index generations_failed_idx on generations (member_id, created_at desc, id desc) where state in ('failed', 'interrupted');
