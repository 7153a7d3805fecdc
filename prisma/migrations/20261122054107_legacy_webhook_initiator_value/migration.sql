-- Events without a parameter carry `initiator_value: null` (contract 8.16). Rows created before that rule lack the key.
UPDATE "legacy_webhook" SET "event" = "event" || '{"initiator_value": null}' WHERE "event" - 'name' = '{}';
