-- When the member last starred, deleted or restored the design: a write that arrives late changes nothing that was changed after its press.
alter table designs add column changed_at text;
