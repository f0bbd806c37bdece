-- When the name last changed: a rename that arrives late changes none that was given after its press.
alter table users add column renamed_at text;
