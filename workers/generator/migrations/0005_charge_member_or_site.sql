-- What the page ran that asked; every line of the log about a generation says so.
alter table generations add column composition text;

-- `counted` is 1 where a generation counts for its member and the site, 0 for neither, and now 2 for the site alone: what the provider
-- may have billed, though the member is not the cause.
drop trigger generations_uncount;
create trigger generations_uncount after update of counted on generations when old.counted = 1 and new.counted in (0, 2)
begin
  update usage set used = used - 1
  where day = new.day and (member_id = new.member_id or (member_id = '' and new.counted = 0));
end;
