import { z } from 'zod'
import { Id, storable, Timestamp } from '../../core/wire.ts'
import { Picture } from './picture-schema.ts'
import { TEMPLATE_STATES } from './transitions-schema.ts'
import { LABELS } from './values-schema.ts'

export const ById = z.object({ id: Id })
export type ById = z.infer<typeof ById>

export type Label = keyof typeof LABELS
export const Label = z.enum(Object.keys(LABELS) as [Label, ...Label[]])

/** Removes invisible characters, which could make a name look like another. */
const Text = z.string().overwrite((text) => storable(text).replace(/[\p{Cf}\p{Co}]/gu, ''))
const Name = Text.overwrite((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()).pipe(
  z.string().min(2, 'A name has at least two characters').max(60, 'A name has at most 60 characters'),
)

/** Fields that a developer enters. Their completeness is checked on submission. */
const TemplateFields = z.object({
  name: Name,
  description: Text.pipe(z.string().trim().max(1_000, 'At most 1,000 characters')),
  labels: z
    .array(Label)
    .max(3, 'Choose at most three feature labels')
    .overwrite((labels) => [...new Set(labels)]),
  /** The source: an automation of the developer's account. */
  automation_id: z.int({ error: 'Choose an automation' }).min(1).max(2_147_483_647),
})

export const NewTemplate = TemplateFields.extend({ app_id: Id })
export type NewTemplate = z.infer<typeof NewTemplate>
export const TemplateEdit = TemplateFields.extend({ id: Id })
export type TemplateEdit = z.infer<typeof TemplateEdit>

export const ByApp = z.object({ app_id: Id })
export type ByApp = z.infer<typeof ByApp>

export const TemplateState = z.enum(TEMPLATE_STATES)

/** A template for its developer. */
export const OwnTemplate = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  labels: z.array(Label),
  state: TemplateState,
  /** True if creators can adopt one of its versions, perhaps an earlier one. */
  is_live: z.boolean(),
  review_note: z.string().nullable(),
  automation_id: z.int(),
  /** Null: the automation was deleted. */
  automation_name: z.string().nullable(),
  /** Image of the latest submitted version. */
  picture: Picture.nullable(),
  /** Parts that are missing before a review. */
  missing: z.array(z.string()),
  submitted_at: Timestamp.nullable(),
  updated_at: Timestamp,
})
export type OwnTemplate = z.infer<typeof OwnTemplate>

/** An automation that can be the source of a template. */
export interface SourceAutomation {
  id: number
  name: string
  is_published: boolean
}

const MIN_DESCRIPTION = 40

/** Returns instructions for the missing parts before a review. */
export function missingForReview({
  description,
  labels,
}: {
  description: string
  labels: readonly string[]
}): string[] {
  return [
    ...(description.length < MIN_DESCRIPTION
      ? [`Describe what it does for creators, in at least ${MIN_DESCRIPTION} characters`]
      : []),
    ...(labels.length === 0 ? ['Choose a feature label'] : []),
  ]
}
