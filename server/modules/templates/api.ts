import { list, route } from '../../rest/route.ts'
import { undoOfDeletion } from '../../rest/undelete.ts'
import { deleteTemplateWithUndo, undeleteTemplate } from './deletion.ts'
import { createTemplate, duplicateTemplate, getTemplate, setDefaultTemplate, updateTemplate } from './editing.ts'
import {
  TemplateChange,
  TemplateDetail,
  TemplatePreview,
  TemplatePreviewInput,
  WholeTemplate,
} from './editor-schema.ts'
import { previewSavedTemplate, previewTemplate } from './preview.ts'
import { EmailTemplate } from './schema.ts'
import { listEmailTemplates } from './service.ts'

const read = { names_fields: true } as const
const write = { names_fields: true } as const
const one = { as: 'email_template', of: TemplateDetail } as const

export const templatesApi = [
  list('GET /email_templates', listEmailTemplates, {
    ...read,
    summary: 'List email templates',
    description: 'Templates of the account and built-in ones; exactly one has `is_default`.',
    as: 'email_templates',
    of: EmailTemplate,
  }),
  route('POST /email_templates', createTemplate, {
    ...write,
    ...one,
    summary: 'Create an email template',
    description:
      'With HTML of your own in `source`, which contains `{{ content }}`, or with a `design`. Without both it looks like the layout named in `start`.',
    status: 201,
    body: WholeTemplate,
    warns: true,
  }),
  route(
    'POST /email_templates/preview',
    async (ctx, input) => {
      const { html, mistake } = await previewTemplate(ctx, input)
      return { html, mistake }
    },
    {
      ...read,
      scope: 'read',
      summary: 'Preview an email template',
      description:
        'Renders a sample email in a `design` or in `source`, and stores nothing. `mistake` says why it cannot.',
      as: 'preview',
      of: TemplatePreview.omit({ left_out: true }),
      body: TemplatePreviewInput,
      warns: true,
    },
  ),
  route('GET /email_templates/:id', getTemplate, {
    ...read,
    ...one,
    summary: 'Read an email template',
    description: 'With its design, or its HTML as `source`.',
  }),
  route('PUT /email_templates/:id', updateTemplate, {
    ...write,
    ...one,
    summary: 'Change an email template',
    description:
      'Changes only the properties in the body, and emails sent later. A template keeps its kind: one with a design takes no `source`. Duplicate a built-in layout to change it.',
    body: TemplateChange.omit({ id: true }),
    warns: true,
    subject: getTemplate,
  }),
  route('DELETE /email_templates/:id', deleteTemplateWithUndo, {
    ...write,
    summary: 'Delete an email template',
    description: 'Emails that chose it use the default. Built-in layouts and the default cannot be deleted.',
  }),
  route('POST /email_templates/:id/duplicate', duplicateTemplate, {
    ...write,
    ...one,
    summary: 'Duplicate an email template',
    description: 'The copy looks the same and can be changed, also that of a built-in layout.',
    status: 201,
  }),
  route('POST /email_templates/:id/make_default', setDefaultTemplate, {
    ...write,
    summary: 'Make an email template the default',
    description: 'Emails without a chosen template use it from now on.',
  }),
  route('GET /email_templates/:id/preview', previewSavedTemplate, {
    ...read,
    summary: 'Preview a saved email template',
    description: 'Renders a sample email in it.',
    as: 'preview',
    of: TemplatePreview.pick({ html: true }),
  }),
  undoOfDeletion('email_templates', 'an email template', undeleteTemplate),
]
