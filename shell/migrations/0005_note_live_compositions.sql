-- Until when pages with it were given out: what is live must not be forgotten for its age.
alter table compositions add column live_until text not null default '';
update compositions set live_until = created_at;
drop index compositions_created_at_idx;
create index compositions_live_until_idx on compositions (live_until);
