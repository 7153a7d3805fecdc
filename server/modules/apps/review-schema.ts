import { z } from 'zod'
import { Id, storable } from '../../core/wire.ts'
import { AppDetail } from './develop-schema.ts'

export const ReviewFilter = z.object({ status: z.enum(['in_review', 'published']).default('in_review') })
export type ReviewFilter = z.infer<typeof ReviewFilter>

/** What a reviewer looked at: another submission is another matter. */
export const Approval = z.object({ id: Id, submitted_at: z.string() })
export type Approval = z.infer<typeof Approval>

export const Rejection = z.object({
  id: Id,
  note: z
    .string()
    .overwrite(storable)
    .trim()
    .min(10, 'Say in a sentence what has to change')
    .max(2_000, 'At most 2,000 characters'),
})
export type Rejection = z.infer<typeof Rejection>

/** All of the app, and who stands behind it. */
export const ReviewDetail = AppDetail.extend({
  developer: z.string().nullable(),
  owners: z.array(z.object({ name: z.string().nullable(), email_address: z.string() })),
})
export type ReviewDetail = z.infer<typeof ReviewDetail>
