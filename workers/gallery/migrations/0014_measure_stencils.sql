-- 1: the size was set for the stencil. Before, a size was that of everything inked in the picture.
alter table designs add column is_stencil_size integer check (is_stencil_size in (0, 1));
