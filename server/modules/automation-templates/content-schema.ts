import { z } from 'zod'
import { Graph, Reentry } from '../automations/graph-schema.ts'
import { FIELD_TYPES } from '../custom-fields/field-types-schema.ts'
import { SegmentFilter } from '../subscribers/segment-filter-schema.ts'

// Content of a template's version. Stored as JSON and parsed on every read.

/** Maximum size of a version as JSON. */
export const MAX_CONTENT_BYTES = 2_000_000

const Email = z.object({
  id: z.int(),
  subject: z.string(),
  preview_text: z.string().nullable(),
  content: z.string(),
})
export type TemplateEmail = z.infer<typeof Email>

const SequenceEmail = z.object({
  subject: z.string(),
  preview_text: z.string().nullable(),
  content: z.string(),
  delay_value: z.int(),
  delay_unit: z.enum(['days', 'hours']),
})

const named_fields = { id: z.int(), name: z.string() }

/** Older versions, from before fields had types, lack it. */
const Format = z
  .object({ type: z.enum(FIELD_TYPES), choices: z.array(z.string()) })
  .default({ type: 'text', choices: [] })

/** An object of the developer's account that the graph refers to, with the data to create the same for a creator. */
export const Need = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tag'), ...named_fields }),
  /** `key`: the name in Liquid. */
  z.object({ kind: z.literal('custom_field'), ...named_fields, key: z.string(), format: Format }),
  z.object({ kind: z.literal('form'), ...named_fields, type: z.enum(['embed', 'hosted']) }),
  z.object({ kind: z.literal('sequence'), ...named_fields, emails: z.array(SequenceEmail) }),
  z.object({ kind: z.literal('segment'), ...named_fields, definition: SegmentFilter }),
  z.object({ kind: z.literal('product'), ...named_fields }),
])
export type Need = z.infer<typeof Need>
export type NeedKind = Need['kind']
export const NEED_KINDS = Need.options.map(({ shape }) => shape.kind.value)

export const Content = z.object({
  reentry: Reentry,
  graph: Graph,
  emails: z.array(Email),
  needs: z.array(Need),
})
export type Content = z.infer<typeof Content>
