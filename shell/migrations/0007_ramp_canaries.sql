-- `canary_ramp` is 1 when the cron raises the share of the canary; `canary_step_at` is when the canary got its share.
alter table channels add column canary_ramp integer not null default 0;
alter table channels add column canary_step_at text;
