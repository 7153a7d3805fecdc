import { z } from 'zod'
import { Id, missing, named, Timestamp } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { State } from '../subscribers/schema.ts'
import { SegmentFilter } from '../subscribers/segment-filter-schema.ts'

/** A saved filter of subscribers, evaluated on each use. */
export const Segment = named('Segment', { id: z.int(), name: z.string(), created_at: Timestamp })
export type Segment = z.infer<typeof Segment>

/** A segment with its filter. */
export const SegmentDetail = Segment.extend({ definition: SegmentFilter, updated_at: Timestamp }).meta({
  id: 'SegmentDetail',
})
export type SegmentDetail = z.infer<typeof SegmentDetail>

export const SegmentName = z.object({
  name: z
    .string(missing("Name can't be blank"))
    .overwrite(singleLine)
    .trim()
    .min(1, "Name can't be blank")
    .max(255, 'Name is too long (maximum is 255 characters)'),
})

export const SegmentInput = SegmentName.extend({ definition: SegmentFilter })
export type SegmentInput = z.infer<typeof SegmentInput>

export const SegmentChange = SegmentInput.partial()
export type SegmentChange = z.infer<typeof SegmentChange>

export const ById = z.object({ id: Id })

/** Numbers of matching subscribers, in any state and active. */
export const SegmentCount = named('SegmentCount', { count: z.int(), active: z.int() })
export type SegmentCount = z.infer<typeof SegmentCount>

/** Some matching subscribers, newest first, with the counts. */
export const SegmentPreview = SegmentCount.extend({
  subscribers: z.array(
    z.object({ id: z.int(), email_address: z.string(), first_name: z.string().nullable(), state: State }),
  ),
}).meta({ id: 'SegmentPreview' })
export type SegmentPreview = z.infer<typeof SegmentPreview>

/** Number of subscribers in a segment on each counted day, YYYY-MM-DD in the account's time zone. */
export const SegmentSizes = z.object({ days: z.array(SegmentCount.extend({ day: z.string() })) })
export type SegmentSizes = z.infer<typeof SegmentSizes>
