-- What a member sets in the atelier is a part of the design: it is deleted and restored with its row. Null is not chosen yet.
alter table designs add column size_mm real;
alter table designs add column rendering text;
alter table designs add column fineness integer;
alter table designs add column notes text not null default '';
