-- 0 when the embedded maker said that it did not know the subject and made an abstract drawing.
alter table generations add column subject_known integer not null default 1 check (subject_known in (0, 1));
