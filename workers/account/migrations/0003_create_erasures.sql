-- Accounts that were erased. Their tokens may live on for a day; what is kept with one meanwhile is erased by the sweep.
create table erasures (
  user_id text not null primary key,
  erased_at integer not null
) strict, without rowid;
