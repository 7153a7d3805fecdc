import { list } from '../../rest/route.ts'
import { EmailTemplate } from './schema.ts'
import { listEmailTemplates } from './service.ts'

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
]
