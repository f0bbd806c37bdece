-- What became of generations and of calls since the beginning; rows of either go after a month. Kept by the triggers, so that no
-- statement can forget it: a count is written with the change that it counts, or neither is.
create table generation_counts (
  -- 'accepted', or the state in which it ended.
  state text not null,
  -- A `GenerationFailure` of those that failed, '' for the others.
  problem text not null default '',
  count integer not null,
  primary key (state, problem)
) strict, without rowid;

create table call_counts (
  model text not null,
  outcome text not null,
  count integer not null,
  milliseconds integer not null,
  primary key (model, outcome)
) strict, without rowid;

create trigger generations_count_accepted after insert on generations
begin
  insert into generation_counts (state, count) values ('accepted', 1)
  on conflict (state, problem) do update set count = count + 1;
end;

create trigger generations_count_ended after update of state on generations
when old.state in ('queued', 'calling', 'storing') and new.state in ('done', 'failed', 'interrupted', 'cancelled')
begin
  insert into generation_counts (state, problem, count) values (new.state, coalesce(new.problem, ''), 1)
  on conflict (state, problem) do update set count = count + 1;
end;

-- The reason after a colon is the log's: here it would be a row for each wording.
create trigger attempts_count after update of outcome on attempts when old.outcome is null and new.outcome is not null
begin
  insert into call_counts (model, outcome, count, milliseconds)
  values (
    new.model,
    substr(new.outcome, 1, instr(new.outcome || ':', ':') - 1),
    1,
    cast(round((julianday(new.ended_at) - julianday(new.started_at)) * 86400000) as integer)
  )
  on conflict (model, outcome) do update set count = count + 1, milliseconds = milliseconds + excluded.milliseconds;
end;
