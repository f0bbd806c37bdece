-- The words of a lettering and how they are set, as JSON; '' for a design of another origin.
alter table designs add column lettering text not null default '';
