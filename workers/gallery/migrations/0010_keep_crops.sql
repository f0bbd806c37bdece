-- The part of the picture that is the drawing, as JSON; '' for the whole picture.
alter table designs add column crop text not null default '';
