-- How the lines of a stencil are drawn again, as JSON; '' before anything was set.
alter table designs add column clean_lines text not null default '';
