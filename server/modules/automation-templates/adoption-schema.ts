import { z } from 'zod'
import { Id, storable } from '../../core/wire.ts'
import type { Picture } from './picture-schema.ts'
import { Label } from './schema.ts'

/** Our own templates. */
export const BUILT_IN = ['welcome', 'webinar', 'purchase', 're_engagement', 'birthday'] as const
export type BuiltIn = (typeof BUILT_IN)[number]

/** The id of an app's template, or the name of one of ours. */
export const TemplateRef = z.union([z.enum(BUILT_IN), Id], {
  error: `must be the id of a template, or one of: ${BUILT_IN.join(', ')}`,
})
export type TemplateRef = z.infer<typeof TemplateRef>

/** A number for cursors: our templates have no ids, so they get negative ones. */
export const numberOf = (template: TemplateRef): number =>
  typeof template === 'number' ? template : BUILT_IN.indexOf(template) - BUILT_IN.length

export const ByTemplate = z.object({ template: TemplateRef })
/** `plan_key` from the preview. If the plan has changed, the adoption is rejected. */
export const Adoption = ByTemplate.extend({ plan_key: z.string().max(64) })
export type Adoption = z.infer<typeof Adoption>

export const ByAutomation = z.object({ automation_id: Id })
export const TemplateUpdate = ByAutomation.extend({ plan_key: z.string().max(64) })
export type TemplateUpdate = z.infer<typeof TemplateUpdate>

/** Search words, each of which must match. `app_id`: only templates of this app, without ours. */
export const TemplateFilter = z.object({
  search: z.string().max(200).overwrite(storable).default(''),
  label: Label.nullish(),
  app_id: Id.optional(),
  page: z.int().min(1).max(10_000).default(1),
})
export type TemplateFilter = z.infer<typeof TemplateFilter>

/** A template that creators can adopt. */
export interface OfferedTemplate {
  template: TemplateRef
  name: string
  description: string
  labels: Label[]
  picture: Picture
  /** Null for our templates. */
  app: { id: number; name: string; logo_url: string | null } | null
}

/** The template that an automation follows. */
export interface AdoptionState {
  template_id: number
  /** Null: the template was deleted. */
  name: string | null
  app_name: string | null
  /** A live version newer than the copy. */
  newer_version: number | null
}
