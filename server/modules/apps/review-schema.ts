import { z } from 'zod'
import { Id, storable, Timestamp } from '../../core/wire.ts'
import { AppDetail } from './develop-schema.ts'
import { PluginView } from './plugin-form-schema.ts'

/** The version that the reviewer saw. A decision about another version is rejected. */
const Seen = z.object({ id: Id, version: z.string().max(64) })

const NOTE = 'At most 2,000 characters'

export const Approval = Seen.extend({
  /** Sent to the developers. */
  note: z.string().overwrite(storable).trim().max(2_000, NOTE).optional(),
})
export type Approval = z.infer<typeof Approval>

export const Rejection = Seen.extend({
  note: z
    .string()
    .overwrite(storable)
    .trim()
    .min(10, 'Describe what must change, in at least 10 characters')
    .max(2_000, NOTE),
})
export type Rejection = z.infer<typeof Rejection>

/** The complete app, with its developer. */
export const ReviewDetail = AppDetail.extend({
  version: z.string(),
  /** The plugins at the last approval; null before the first one. */
  approved_plugins: z.array(PluginView).nullable(),
  developer: z.string().nullable(),
  owners: z.array(z.object({ name: z.string().nullable(), email_address: z.string() })),
})
export type ReviewDetail = z.infer<typeof ReviewDetail>

/** A test of the version in review. */
const TestView = z.object({
  account_id: z.int(),
  account_name: z.string(),
  started_by: z.string().nullable(),
  started_at: Timestamp,
  expires_at: Timestamp,
  /** True if the app finished its installation. */
  is_complete: z.boolean(),
})

/** A test in the administrator's selected account. */
export interface TestInAccount {
  kind: 'app' | 'template'
  id: number
  /** Name in the version in review. */
  name: string
  expires_at: string
}

/** Tests of an app, and the accounts that the administrator may choose for a new test. */
export const TestsOfApp = z.object({
  tests: z.array(TestView),
  accounts: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type TestsOfApp = z.infer<typeof TestsOfApp>
