-- Which kept files each shell needs (a JSON list), and until when its pages were given out.
create table shells (
  version text primary key,
  files text not null,
  created_at text not null,
  live_until text not null
);
