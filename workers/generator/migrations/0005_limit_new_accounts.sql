-- Where the Durable Object of the run is: '' or a jurisdiction. An id of one exists in no other.
alter table generations add column jurisdiction text not null default '';

-- 1 if the account's first generation is of the same day. Such accounts share a part of the site's day.
alter table generations add column of_new_account integer not null default 0;
alter table site_usage add column used_by_new_accounts integer not null default 0;

create trigger generations_take_new_accounts_quota after insert on generations when new.of_new_account = 1
begin
  insert into site_usage (day, used, used_by_new_accounts) values (new.day, 0, 1)
  on conflict (day) do update set used_by_new_accounts = used_by_new_accounts + 1;
end;

create trigger generations_return_new_accounts_quota after update of billed_to on generations
when old.of_new_account = 1 and old.billed_to in ('member', 'site') and new.billed_to = 'nobody'
begin
  update site_usage set used_by_new_accounts = used_by_new_accounts - 1 where day = new.day;
end;
