import { z } from 'zod'
import { named } from '../../core/wire.ts'
import { Adoption, ByTemplate, TemplateFilter, TemplateUpdate } from './adoption-schema.ts'
import { NEED_KINDS } from './content-schema.ts'
import { Label } from './schema.ts'

// Templates of automations as programs read and adopt them (contract 22.10).

const Ref = z
  .union([z.int(), z.string()])
  .meta({ description: 'The id of an app’s template, or the name of one of ours.' })
const overview = { name: z.string(), description: z.string(), labels: z.array(Label) }

export const ListedTemplate = named('AutomationTemplate', {
  template: Ref,
  ...overview,
  app: named('TemplateApp', { id: z.int(), name: z.string(), logo_url: z.string().nullable() }).nullable(),
})

export const ListFilter = TemplateFilter.pick({ search: true, label: true, app_id: true })

const emails = z.array(z.object({ subject: z.string(), preview_text: z.string().nullable(), content: z.string() }))

export const Overview = named('AutomationTemplateOverview', {
  ...overview,
  outline: z.array(z.object({ id: z.string(), kind: z.string(), text: z.string() })),
  emails,
  sequences: z.array(z.object({ name: z.string(), emails })),
})

const plan = {
  plan: z.array(
    named('PlannedNeed', {
      kind: z.enum(NEED_KINDS),
      id: z.int(),
      name: z.string(),
      action: z.enum(['use', 'create', 'any']),
      own_id: z.int().nullable(),
      email_count: z.int(),
    }),
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

export const FollowedTemplate = named('FollowedTemplate', {
  template_id: z.int(),
  name: z.string().nullable(),
  app_name: z.string().nullable(),
  newer_version: z.int().nullable(),
})

export const UpdatePreview = named('AutomationTemplateUpdate', {
  version: z.int(),
  before: Overview.nullable(),
  after: Overview,
  ...plan,
})
export const UpdateInput = TemplateUpdate.pick({ plan_key: true })
