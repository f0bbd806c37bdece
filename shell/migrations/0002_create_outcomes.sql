-- Votes count from here: what a version did in an earlier canary is another story.
alter table channels add column canary_since text;

-- One per visitor and version. `address` is a keyed hash, so that one place has few votes whoever it says it is.
create table outcomes (
  remote text not null,
  version text not null,
  visitor text not null,
  address text not null,
  outcome text not null,
  at text not null,
  primary key (remote, version, visitor)
);
create index outcomes_remote_version_address_idx on outcomes (remote, version, address);
create index outcomes_at_idx on outcomes (at);
