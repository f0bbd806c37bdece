-- Changes of password that were tried, so that a stolen session cannot guess the current one.
create table password_attempts (
  user_id text not null,
  attempted_at integer not null
) strict;

create index password_attempts_user_id_attempted_at_idx on password_attempts (user_id, attempted_at);
create index password_attempts_attempted_at_idx on password_attempts (attempted_at);
