-- An image that the sweep is removing. Its design cannot be saved until the image is gone, so that no row loses its image.
create table removals (
  design_id text not null primary key,
  image_key text not null
) strict, without rowid;

-- How far the sweep has read the bucket; '' at the start of a round.
create table image_sweep (
  only integer not null primary key check (only = 1),
  read_up_to text not null
) strict;

insert into image_sweep (only, read_up_to) values (1, '');
