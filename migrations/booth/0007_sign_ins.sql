-- What signed in, as its browser says it: for people to recognise a sign-in by, never to decide by.
ALTER TABLE sign_ins ADD COLUMN agent TEXT;

CREATE INDEX sign_ins_ended ON sign_ins (ended_at) WHERE ended_at IS NOT NULL;
