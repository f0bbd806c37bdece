-- Where the export's Durable Object is: '' or a jurisdiction. An id of one exists in no other.
alter table exports add column jurisdiction text not null default '';
