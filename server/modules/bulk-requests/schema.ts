import { z } from 'zod'
import { Id, named } from '../../core/wire.ts'

/** A queued bulk request of an app. */
export const BulkRequest = named('BulkRequest', {
  id: z.int(),
  app_name: z.string(),
  operation: z.string(),
  /** `stopping`: canceled, while its answer is being written. */
  state: z.enum(['queued', 'running', 'stopping', 'stopped', 'completed']),
  item_count: z.int(),
  /** Answered items: applied, failed or untried. */
  done_count: z.int(),
  /** Items that were tried and failed. */
  failed_count: z.int(),
  /** Items that were never tried, because the request was canceled or failed. */
  untried_count: z.int(),
  /** Why the remaining items failed. */
  error: z.string().nullable(),
  /** Null: the app gave no callback URL. */
  callback: z
    .object({
      host: z.string(),
      /** `pending` until all items are answered; `dropped` after the last attempt or when the app loses access. */
      state: z.enum(['pending', 'waiting', 'delivered', 'dropped']),
      attempts: z.int(),
      /** Result of the last attempt. */
      result: z.string().nullable(),
      next_at: z.string().nullable(),
    })
    .nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
})
export type BulkRequest = z.infer<typeof BulkRequest>

export const BulkRequestId = z.object({ id: Id })
/** `after` is the ID of the last request of the previous page. */
export const BulkRequestFilter = z.object({ after: Id.optional() })
export type BulkRequestFilter = z.infer<typeof BulkRequestFilter>

/** A failed item, as sent. */
export const BulkFailure = z.object({
  /** Position in the list, from 1. */
  number: z.int(),
  item: z.record(z.string(), z.unknown()),
  errors: z.array(z.string()),
})
export type BulkFailure = z.infer<typeof BulkFailure>

/** `cursor` is the number of the last failure of the previous page. */
export const BulkFailureFilter = BulkRequestId.extend({ cursor: z.int().nonnegative().nullish() })
export type BulkFailureFilter = z.infer<typeof BulkFailureFilter>
