-- When a busy provider is called again. Null unless the generation waits for it.
alter table generations add column retry_at text;
