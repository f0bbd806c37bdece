-- 1 once a design of the member got a number as high as the most designs of a library: numbers are
-- never reused, so that no library with lower ones is full.
alter table owners add column library_may_be_full integer not null default 0;
