-- What a tariff would have changed in the stays before it was published, as JSON; null where nobody asked.
ALTER TABLE tariffs ADD COLUMN replay TEXT;
