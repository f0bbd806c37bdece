-- Sessions of operators at /status. Only hashes are stored: of the cookie, and of the token that started the session.
create table operator_sessions (
  hash text not null primary key,
  token_hash text not null,
  expires_at text not null
) strict, without rowid;

create index operator_sessions_expires_at_idx on operator_sessions (expires_at);
