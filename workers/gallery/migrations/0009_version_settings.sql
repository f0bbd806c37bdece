-- Grows with each change of the atelier's settings: a page changes what it has read, and not what another tab has written since.
alter table designs add column settings_version integer not null default 0;
