-- New versions of other remotes that the page had mounted before the error, and how many of the reports name them.
alter table page_errors add column suspects text not null default '';
alter table page_errors add column suspected integer not null default 0;
