-- Where exactly on the placement the design goes, in the member's words.
alter table designs add column exact_place text not null default '';

-- What an answer of one press says, and the least size that it asks for. Null for an answer in words.
alter table answers add column verdict text;
alter table answers add column size_mm real;
