-- Words with one space between them, before the first and after the last: the search looks for whole words.
update designs set folded_subject = ' ' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  folded_subject, '''', ' '), ',', ' '), '.', ' '), ';', ' '), ':', ' '), '!', ' '), '?', ' '), '(', ' '), ')', ' '), '-', ' ') || ' ';

create trigger designs_pad_subject after insert on designs
BEGIN
  update designs set folded_subject = ' ' || folded_subject || ' ' where id = new.id;
END;

-- Designs made together are numbered in the order in which they were asked for (`created_at`), whichever is saved first: an earlier one
-- takes the smallest number of the later ones, and each of those the next.
drop trigger designs_number;

create trigger designs_number after insert on designs
BEGIN
  insert into design_counts (member_id, designs, last_number) values (new.member_id, 0, 1)
  on conflict (member_id) do update set last_number = last_number + 1;
  update designs set number = coalesce(
    (
      select min(number) from designs as later
      where member_id = new.member_id and deleted_at is null and created_at > new.created_at
        and created_at < strftime('%Y-%m-%dT%H:%M:%fZ', new.created_at, '+1 hour')
    ),
    (select last_number from design_counts where member_id = new.member_id)
  ) where id = new.id;
  update designs set number = moved.number from (
    select id, lead(number, 1, (select last_number from design_counts where member_id = new.member_id)) over (order by number) as number
    from designs where member_id = new.member_id and deleted_at is null and created_at > new.created_at
      and created_at < strftime('%Y-%m-%dT%H:%M:%fZ', new.created_at, '+1 hour')
  ) as moved where designs.id = moved.id;
END;

create trigger designs_parent_renumbered after update of number on designs when old.number <> 0
BEGIN
  update designs set parent_number = new.number where parent_id = new.id and member_id = new.member_id;
END;
