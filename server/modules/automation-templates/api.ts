import { pagesOf } from '../../core/page/page.ts'
import { list, route } from '../../rest/route.ts'
import { Automation } from '../automations/wire-schema.ts'
import {
  adoptAndRead,
  listAllTemplates,
  previewAdoption,
  previewUpdate,
  readAdoption,
  updateAndRead,
} from './adopting/adopt.ts'
import { numberOf } from './adoption-schema.ts'
import type { TemplateOverview } from './overview.ts'
import {
  AdoptionInput,
  AdoptionPreview,
  FollowedTemplate,
  ListedTemplate,
  ListFilter,
  PreviewInput,
  UpdateInput,
  UpdatePreview,
} from './wire-schema.ts'

const one = { as: 'automation', of: Automation } as const

/** Programs read the outline: the image of the steps is for pages. */
const withoutPicture = <Shown extends TemplateOverview>({ picture: _, ...shown }: Shown): Omit<Shown, 'picture'> =>
  shown

export const automationTemplatesApi = [
  list(
    'GET /automation_templates',
    pagesOf('automation templates', listAllTemplates, ({ template }) => numberOf(template)),
    {
      summary: 'List automation templates',
      description: 'Those that the account can adopt: ours first, then those of apps by name. `search` finds words.',
      as: 'automation_templates',
      of: ListedTemplate,
      query: ListFilter,
    },
  ),
  route('POST /automation_templates/preview', async (ctx, input) => withoutPicture(await previewAdoption(ctx, input)), {
    scope: 'read',
    summary: 'Preview an automation template',
    description: 'What adopting it would create and use. `plan_key` identifies the plan.',
    as: 'preview',
    of: AdoptionPreview,
    body: PreviewInput,
    errors: { 404: 'The template is not offered' },
  }),
  route('POST /automation_templates/adopt', adoptAndRead, {
    ...one,
    summary: 'Adopt an automation template',
    description:
      'Copies it as a draft with what it needs, exactly as the preview with this `plan_key` showed. A copy of an app’s template follows it until it is detached.',
    status: 201,
    body: AdoptionInput,
    errors: {
      404: 'The template is not offered',
      409: 'The template or the account changed since the preview, or its app is not installed',
    },
  }),
  route('GET /automations/:automation_id/template', readAdoption, {
    summary: 'Read the template of an automation',
    description: 'Null if it follows none.',
    as: 'template',
    of: FollowedTemplate.nullable(),
  }),
  route(
    'GET /automations/:automation_id/template/update',
    async (ctx, input) => {
      const { before, after, ...update } = await previewUpdate(ctx, input)
      return { ...update, before: before && withoutPicture(before), after: withoutPicture(after) }
    },
    {
      summary: 'Preview the update of an automation from its template',
      description: 'What the newer version changes.',
      as: 'update',
      of: UpdatePreview,
      errors: { 409: 'There is no newer version' },
    },
  ),
  route('POST /automations/:automation_id/template/update', updateAndRead, {
    ...one,
    summary: 'Update an automation from its template',
    description: 'Replaces its draft by the newer version, exactly as the preview with this `plan_key` showed.',
    body: UpdateInput,
    subject: readAdoption,
    errors: { 409: 'There is no newer version, or something changed since the preview' },
  }),
]
