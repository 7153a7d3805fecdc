import { z } from 'zod'
import { Id, storable } from '../../core/wire.ts'
import { AppDetail } from './develop-schema.ts'

export const ReviewFilter = z.object({ status: z.enum(['in_review', 'published']).default('in_review') })
export type ReviewFilter = z.infer<typeof ReviewFilter>

/** `submitted_at` names the submission that the reviewer saw: a newer one is refused. */
export const Approval = z.object({ id: Id, submitted_at: z.string() })
export type Approval = z.infer<typeof Approval>

export const Rejection = z.object({
  id: Id,
  note: z
    .string()
    .overwrite(storable)
    .trim()
    .min(10, 'Describe what must change, in at least 10 characters')
    .max(2_000, 'At most 2,000 characters'),
})
export type Rejection = z.infer<typeof Rejection>

/** The whole app, with its developer. */
export const ReviewDetail = AppDetail.extend({
  developer: z.string().nullable(),
  owners: z.array(z.object({ name: z.string().nullable(), email_address: z.string() })),
})
export type ReviewDetail = z.infer<typeof ReviewDetail>
