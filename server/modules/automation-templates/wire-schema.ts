import { z } from 'zod'
import { Adoption, ByTemplate, TemplateFilter, TemplateUpdate } from './adoption-schema.ts'
import { NEED_KINDS } from './content-schema.ts'
import { Label } from './schema.ts'

// Templates of automations as programs read and adopt them (contract 22.10).

const Ref = z
  .union([z.int(), z.string()])
  .meta({ description: 'The id of an app’s template, or the name of one of ours.' })
const overview = { name: z.string(), description: z.string(), labels: z.array(Label) }

export const ListedTemplate = z
  .object({
    template: Ref,
    ...overview,
    app: z
      .object({ id: z.int(), name: z.string(), logo_url: z.string().nullable() })
      .meta({ id: 'TemplateApp' })
      .nullable(),
  })
  .meta({ id: 'AutomationTemplate' })

export const ListFilter = TemplateFilter.pick({ search: true, label: true, app_id: true })

const emails = z.array(z.object({ subject: z.string(), preview_text: z.string().nullable(), content: z.string() }))

export const Overview = z
  .object({
    ...overview,
    outline: z.array(z.object({ id: z.string(), kind: z.string(), text: z.string() })),
    emails,
    sequences: z.array(z.object({ name: z.string(), emails })),
  })
  .meta({ id: 'AutomationTemplateOverview' })

const plan = {
  plan: z.array(
    z
      .object({
        kind: z.enum(NEED_KINDS),
        id: z.int(),
        name: z.string(),
        action: z.enum(['use', 'create', 'any']),
        own_id: z.int().nullable(),
        email_count: z.int(),
      })
      .meta({ id: 'PlannedNeed' }),
  ),
  plan_key: z.string(),
}

export const PreviewInput = ByTemplate
export const AdoptionPreview = Overview.extend({
  template: Ref,
  version: z.int(),
  app: z.object({ id: z.int(), name: z.string() }).nullable(),
  ...plan,
  needs_installation: z.boolean(),
}).meta({ id: 'AdoptionPreview' })

export const AdoptionInput = Adoption

export const FollowedTemplate = z
  .object({
    template_id: z.int(),
    name: z.string().nullable(),
    app_name: z.string().nullable(),
    newer_version: z.int().nullable(),
  })
  .meta({ id: 'FollowedTemplate' })

export const UpdatePreview = z
  .object({ version: z.int(), before: Overview.nullable(), after: Overview, ...plan })
  .meta({ id: 'AutomationTemplateUpdate' })
export const UpdateInput = TemplateUpdate.pick({ plan_key: true })
