import { route } from '../../rest/route.ts'
import { TestResult } from '../delivery/schema.ts'
import { Restoring } from '../revisions/schema.ts'
import { AutomationEmail } from './email-schema.ts'
import { sendTestEmail } from './emails/draft.ts'
import { createEmail, getEmail, restoreDraft, saveEmail } from './emails/drafts.ts'
import { getAutomation } from './service.ts'
import { EmailDraftChange, EmailTest, NewAutomationEmail } from './wire-schema.ts'

const email = { as: 'automation_email', of: AutomationEmail } as const

export const automationEmailsApi = [
  route('POST /automations/:automation_id/emails', createEmail, {
    ...email,
    summary: 'Create an email for an automation',
    description: 'Name its id in a `send_email` action of the graph. `copy_of` copies the texts of another one.',
    status: 201,
    body: NewAutomationEmail,
    subject: (ctx, { automation_id }) => getAutomation(ctx, { id: automation_id }),
  }),
  route('GET /automation_emails/:id', getEmail, {
    ...email,
    summary: 'Read an email of an automation',
    description: 'Its draft.',
  }),
  route('PUT /automation_emails/:id', saveEmail, {
    ...email,
    summary: 'Change an email of an automation',
    description: 'Changes only the properties in the body. Subscribers get it once the automation is published.',
    body: EmailDraftChange,
    subject: getEmail,
    warns: true,
    errors: { 409: 'The text has another `text_version` than `replaces`' },
  }),
  route('POST /automation_emails/:id/restore', restoreDraft, {
    ...email,
    summary: 'Restore an earlier text of an automation’s email',
    description: 'As a draft. The text that it replaces stays among the earlier ones.',
    body: Restoring.pick({ revision_id: true }),
    subject: getEmail,
  }),
  route('POST /automation_emails/:id/test', sendTestEmail, {
    scope: 'sending:write',
    summary: 'Send a test of an automation’s email',
    description: 'To up to five addresses; without any, to the user whose rights the credential has.',
    of: TestResult,
    body: EmailTest,
    subject: getEmail,
    names_fields: true,
  }),
]
