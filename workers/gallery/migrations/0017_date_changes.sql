-- When the member last starred the design, and when they last deleted or restored it: a write that arrives late changes nothing that was changed after its press.
alter table designs add column starred_at text;
alter table designs add column marked_at text;
