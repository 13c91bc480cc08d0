-- The latest deliveries of an endpoint, without walking past the undelivered ones, which are listed by themselves.
CREATE INDEX deliveries_latest ON deliveries (endpoint_id, id) WHERE state <> 'undelivered' OR kind = 'test';
