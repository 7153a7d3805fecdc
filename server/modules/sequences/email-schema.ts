import { z } from 'zod'
import { Flag, named, OptionalId, storable } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { absent, inWeekOrder, SEND_DAYS, Weekday } from './schema.ts'

const UNITS = ['days', 'hours'] as const
const UNIT = `delay_unit must be one of: ${UNITS.join(', ')}`
export const DelayUnit = z.enum(UNITS, { error: UNIT })
export type DelayUnit = z.infer<typeof DelayUnit>

const rate = z.number().meta({ description: 'Percent of `recipients`, two decimals.' })

/** All 0 before the first message (contract 12). */
export const SequenceEmailStats = named('SequenceEmailStats', {
  recipients: z.int(),
  opens: z.int(),
  clicks: z.int(),
  email_unsubscribes: z.int(),
  bounces: z.int(),
  complaints: z.int(),
  open_rate: rate,
  click_rate: rate,
  click_to_open_rate: z.number().meta({ description: 'Percent of `opens`, two decimals.' }),
  unsubscribe_rate: rate,
  bounce_rate: rate,
  complaint_rate: rate,
})

export const SequenceEmail = named('SequenceEmail', {
  id: z.int(),
  sequence_id: z.int(),
  subject: z.string(),
  preview_text: z.string().nullable(),
  email_address: z.string().nullable().meta({ description: 'The sequence’s sender, or the account’s.' }),
  email_template_id: z.int().nullable(),
  published: z.boolean(),
  position: z.int().nullable().meta({ description: 'Zero-based position, unique in the sequence.' }),
  delay_value: z.int(),
  delay_unit: DelayUnit,
  send_days: z.array(Weekday).nullable().meta({ description: 'All seven unless restricted; null in hours mode.' }),
  content: z.string(),
  stats: SequenceEmailStats.optional().meta({ description: 'With `include=stats`.' }),
})
export type SequenceEmail = z.infer<typeof SequenceEmail>

/** `content` is optional (contract 6.5). */
export const ListedSequenceEmail = SequenceEmail.partial({ content: true }).meta({ id: 'ListedSequenceEmail' })
export type ListedSequenceEmail = z.infer<typeof ListedSequenceEmail>

export const SequenceEmailFilter = z.object({
  include: z.enum(['stats'], { error: 'include must be one of: stats' }).optional(),
  include_content: Flag.default(false).meta({ type: 'boolean', description: 'Adds `content`.' }),
})
export type SequenceEmailFilter = z.infer<typeof SequenceEmailFilter>

const MAX_DELAY = 3650
const DELAY = 'delay_value must be a non-negative integer'
const POSITION = 'position must be a non-negative integer'
const MAX_POSITION = 2_000_000_000
const whole = (value: unknown) => (typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value)

const BLANK = "subject can't be blank"
const SubjectLine = z.string({ error: BLANK }).overwrite(singleLine).trim()
const TOO_LONG = [998, 'subject is too long (maximum is 998 characters)'] as const
const Subject = SubjectLine.min(1, BLANK).max(...TOO_LONG)
const DelayValue = z
  .preprocess(
    whole,
    z
      .int({ error: DELAY })
      .min(0, DELAY)
      .max(MAX_DELAY * 24, 'delay_value is too large'),
  )
  .meta({ type: 'integer', minimum: 0 })

const content = {
  preview_text: z.string().overwrite(singleLine).max(998).nullish(),
  content: z.string().overwrite(storable).max(1_000_000).nullish().meta({
    description: 'HTML with Liquid; `{{ snippet.<key> }}` is resolved when it is sent.',
  }),
  email_template_id: OptionalId.optional(),
  published: absent(Flag).meta({ type: 'boolean' }),
  /** An empty list and null mean no restriction. */
  send_days: z
    .array(Weekday, { error: 'send_days must be days of the week' })
    .nullish()
    .transform((days) => (days === undefined ? undefined : days?.length ? inWeekOrder(days) : null))
    .meta({
      type: ['array', 'null'],
      items: { type: 'string', enum: [...SEND_DAYS] },
      description: 'Days mode only; null follows the sequence.',
    }),
  position: z
    .preprocess(whole, z.int({ error: POSITION }).min(0, POSITION).max(MAX_POSITION, POSITION).nullish())
    .meta({ type: ['integer', 'null'], minimum: 0 }),
}

export const SequenceEmailInput = z.object({
  subject: Subject,
  delay_value: DelayValue,
  delay_unit: DelayUnit,
  ...content,
})
export type SequenceEmailInput = z.infer<typeof SequenceEmailInput>

/** Absent properties are unchanged; null clears preview text, content, template and days. */
export const SequenceEmailChange = z.object({
  subject: Subject.optional(),
  delay_value: absent(DelayValue).meta({ type: 'integer', minimum: 0 }),
  delay_unit: absent(DelayUnit).meta({ type: 'string', enum: [...UNITS] }),
  ...content,
})
export type SequenceEmailChange = z.infer<typeof SequenceEmailChange>

/** A change in the editor: a draft's subject may be blank while someone writes, but a published email keeps one. */
export const EditedEmailChange = SequenceEmailChange.extend({ subject: SubjectLine.max(...TOO_LONG).optional() })
