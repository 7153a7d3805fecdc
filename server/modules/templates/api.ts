import { list, route } from '../../rest/route.ts'
import { EmailTemplate } from './schema.ts'
import { getEmailTemplate, listEmailTemplates } from './service.ts'

export const templatesApi = [
  list(
    'GET /email_templates',
    {
      summary: 'List email templates',
      description: 'Templates of the account and built-in ones; exactly one has `is_default`.',
      scope: 'read',
      credential: 'any',
      as: 'email_templates',
      of: EmailTemplate,
    },
    listEmailTemplates,
  ),
  route(
    'GET /email_templates/:id',
    {
      summary: 'Read an email template',
      description: 'Templates are made in the dashboard.',
      scope: 'read',
      credential: 'any',
      as: 'email_template',
      of: EmailTemplate,
    },
    getEmailTemplate,
  ),
]
