import { z } from 'zod'
import { Id, storable, Timestamp } from '../../core/wire.ts'
import { Approval, Rejection } from '../apps/review-schema.ts'
import { Label } from './schema.ts'

/** `version`: the submission that the reviewer saw. A decision is rejected if there is a newer one. */
const Submission = z.object({ id: Id, version: z.int().min(1) })
export type Submission = z.infer<typeof Submission>

export const TemplateApproval = Submission.extend({
  /** Sent to the developers. */
  note: z.string().overwrite(storable).trim().max(2_000, 'At most 2,000 characters').optional(),
})
export type TemplateApproval = z.infer<typeof TemplateApproval>

export const TemplateRejection = Submission.extend({ note: Rejection.shape.note })
export type TemplateRejection = z.infer<typeof TemplateRejection>

const Templates = z.array(Submission).max(50)
/** An app's first review also decides about its templates. */
export const AppApproval = Approval.extend({ templates: Templates.default([]) })
export type AppApproval = z.infer<typeof AppApproval>

/** A submitted template in a list. */
export const SubmittedTemplate = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  labels: z.array(Label),
  app_id: z.int(),
  app_name: z.string(),
  developer: z.string(),
  /** True if an earlier version is live. */
  is_live: z.boolean(),
  submitted_at: Timestamp,
})
export type SubmittedTemplate = z.infer<typeof SubmittedTemplate>

/** Without an account, one is created for the test. */
export const NewTest = z.object({ id: Id, account_id: Id.nullable() })
export type NewTest = z.infer<typeof NewTest>

export const ByTest = z.object({ id: Id, account_id: Id })
export type ByTest = z.infer<typeof ByTest>

/** A draft of the version in review in an administrator's account. */
interface TemplateTest {
  account_id: number
  account_name: string
  started_by: string | null
  started_at: string
  expires_at: string
}

/** Tests of a template, and the accounts that the administrator may choose for a new test. */
export interface TestsOfTemplate {
  tests: TemplateTest[]
  accounts: { id: number; name: string }[]
}
