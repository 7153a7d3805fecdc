-- Messages to subscribers hold links that act for them: viewers no longer read them.
UPDATE "caught_mail" SET "shown_to" = 'editor' WHERE "shown_to" = 'viewer';
