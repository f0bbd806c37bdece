-- What the request asked for: one that has the same key and asks for something else is refused.
alter table places add column body_hash text;
