import { unscoped } from '../../db/client.ts'
import type { App } from '../../db/generated/client.ts'

// An app belongs to its developer's account and is read by all others: in the store, on the consent page, where it is installed.
// This file is the one door to that. It only reads; who changes an app does so through its developer's own scoped client.

/** A whole row, hash of the secret included: for services, never for an answer. */
export type AppRow = App

/** Apps that were deleted are found nowhere any more. */
export const findLiveRow = (by: { id: number } | { client_id: string }): Promise<AppRow | null> =>
  unscoped().app.findFirst({ where: { ...by, deleted_at: null } })
