-- The hourly copies of the counters are no longer written or read. The table stays: the version before fails without it.
delete from feature_counters;
