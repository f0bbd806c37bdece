-- Whether a frame along the border belongs to the drawing; null before the member chose.
alter table designs add column keeps_frame integer check (keeps_frame in (0, 1));
