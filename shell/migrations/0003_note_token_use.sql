-- To the hour: who revokes a token wants to know whether anything still uses it.
alter table tokens add column last_used_at text;
