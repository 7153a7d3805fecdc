-- DropIndex
DROP INDEX "subscriber_change_account_id_at_idx";
