import { z } from 'zod'
import { BigId, Id, named, OptionalId, storable, Timestamp } from '../../core/wire.ts'
import { Status } from '../subscribers/schema.ts'
import { SegmentFilter } from '../subscribers/segment-filter-schema.ts'

/** Size of the chunks that files are stored in. The last one is shorter. */
export const CHUNK_BYTES = 2 ** 20
/** Days until a file is deleted. */
export const KEPT_DAYS = 7
/** Maximum number of queued and running exports per account. */
export const MAX_OPEN = 5

/** Selects subscribers who match all given conditions. Without conditions, selects all subscribers in any state. */
export const SubscriberSelection = z.object({
  search: z.string().overwrite(storable).trim().max(255).optional(),
  status: Status.default('all'),
  tag_id: Id.optional(),
  segment_id: Id.optional(),
  filter: SegmentFilter.optional(),
  /** Individually selected subscribers. */
  subscriber_ids: z.array(BigId).min(1).max(1000).optional(),
})
export type SubscriberSelection = z.infer<typeof SubscriberSelection>

export const BroadcastSelection = z.object({ broadcast_id: Id })

export const ExportKind = z.enum(['subscribers', 'broadcast', 'account'])
export type ExportKind = z.infer<typeof ExportKind>

export const NewExport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('subscribers'), selection: SubscriberSelection }),
  z.object({ kind: z.literal('broadcast'), selection: BroadcastSelection }),
])
/** The stored request. An account export has its own procedure. */
export const StoredExportRequest = z.discriminatedUnion('kind', [
  ...NewExport.options,
  /** `is_for_owners`: an administrator of the instance requested it, so the account's owners get the email. */
  z.object({ kind: z.literal('account'), selection: z.object({ is_for_owners: z.boolean().optional() }) }),
])
export type NewExport = z.infer<typeof StoredExportRequest>

export const Export = named('Export', {
  id: z.int(),
  kind: ExportKind,
  filename: z.string(),
  /** Describes the selection with current names. Null: the selection has no such condition. */
  contents: z.object({
    status: Status.nullable(),
    search: z.string().nullable(),
    /** True if the search text was erased along with a subscriber. */
    is_search_forgotten: z.boolean(),
    tag: z.string().nullable(),
    segment: z.string().nullable(),
    is_filtered: z.boolean(),
    broadcast: z.string().nullable(),
  }),
  state: z.enum(['queued', 'running', 'stopped', 'completed', 'failed']),
  total_rows: z.int().nullable(),
  done_rows: z.int(),
  byte_size: z.int(),
  error: z.string().nullable(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  /** Time when the file is deleted. */
  expires_at: Timestamp.nullable(),
  is_expired: z.boolean(),
  /** True if the export failed or was canceled and its selection is still known. */
  is_repeatable: z.boolean(),
})
export type Export = z.infer<typeof Export>

/** A signed address of a file. */
export const ExportLink = named('ExportLink', {
  url: z.string(),
  expires_at: Timestamp,
  filename: z.string(),
  byte_size: z.int(),
  content_hash: z.string(),
})
export type ExportLink = z.infer<typeof ExportLink>

export const ExportId = z.object({ id: Id })
export const ExportFilter = z.object({ after: OptionalId.optional() })
export type ExportFilter = z.infer<typeof ExportFilter>
