-- Designs of one instant stand in the order of their numbers.
drop index designs_member_id_created_at_idx;
create index designs_member_id_created_at_idx on designs (member_id, deleted_at, created_at desc, number desc);

drop index designs_member_id_style_created_at_idx;
create index designs_member_id_style_created_at_idx on designs (member_id, style, deleted_at, created_at desc, number desc);

drop index designs_favourites_idx;
create index designs_favourites_idx on designs (member_id, favourite, deleted_at, created_at desc, number desc) where favourite = 1;
