-- The exceptions also tell of barriers that went up by themselves and of times the booth was away. Starts of the booth are
-- in ledgers already, so the whole read model is filled again when the booth opens.
DELETE FROM exceptions;
DELETE FROM read_models WHERE name = 'exceptions';
