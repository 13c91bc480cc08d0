-- The history vouches for more tables: what is in them already is vouched for as it is found, when the program starts first.
-- Where that is still under way for tables before them, they come after those by themselves.
UPDATE vouching SET at_table = 'signs', after = NULL
WHERE at_table = '' AND (EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM sources));
