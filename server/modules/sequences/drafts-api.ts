import { route } from '../../rest/route.ts'
import { TestAddresses, TestResult } from '../delivery/schema.ts'
import { Replacing, Restoring } from '../revisions/schema.ts'
import { sendTestEmail } from './compose/composer.ts'
import {
  discardEmailChanges,
  publishEmailChanges,
  readEdited,
  restoreEmail,
  saveEditedEmail,
} from './compose/drafts.ts'
import { getEmail } from './compose/emails.ts'
import { EmailTestInput, PublishingChanges, SavedEmail } from './composer-schema.ts'
import { SequenceEmailChange } from './email-schema.ts'

const sending = { scope: 'sending:write' } as const
const draft = { as: 'draft', of: SavedEmail } as const

export const sequenceDraftsApi = [
  route('GET /sequences/:sequence_id/emails/:id/draft', readEdited, {
    ...draft,
    summary: 'Read the draft of a sequence email',
    description: 'With the changes of a published email that are not published yet.',
  }),
  route('PUT /sequences/:sequence_id/emails/:id/draft', saveEditedEmail, {
    ...draft,
    summary: 'Change the draft of a sequence email',
    description: 'Texts of a published email wait until they are published. All other properties apply now.',
    body: SequenceEmailChange.extend(Replacing.shape),
    subject: (ctx, ids) => getEmail(ctx, ids),
    warns: true,
    errors: { 409: 'The text has another `text_version` than `replaces`' },
  }),
  route('POST /sequences/:sequence_id/emails/:id/draft/publish', publishEmailChanges, {
    ...draft,
    summary: 'Publish the draft of a sequence email',
    description: 'The next recipients get it.',
    body: PublishingChanges.omit({ sequence_id: true, id: true }),
    subject: (ctx, ids) => getEmail(ctx, ids),
    errors: { 409: 'The draft or the published text changed' },
  }),
  route('DELETE /sequences/:sequence_id/emails/:id/draft', discardEmailChanges, {
    ...draft,
    summary: 'Discard the draft of a sequence email',
    description: 'The published text stays. The draft stays among the earlier texts.',
  }),
  route('POST /sequences/:sequence_id/emails/:id/restore', restoreEmail, {
    ...draft,
    summary: 'Restore an earlier text of a sequence email',
    description: 'As a draft, if the email is published.',
    body: Restoring.pick({ revision_id: true }),
    subject: (ctx, ids) => getEmail(ctx, ids),
  }),
  route('POST /sequences/:sequence_id/emails/:id/test', sendTestEmail, {
    ...sending,
    summary: 'Send a test of a sequence email',
    description: 'The draft, to up to five addresses; without any, to the user whose rights the credential has.',
    of: TestResult,
    body: EmailTestInput.pick({ subscriber_id: true }).extend({ email_addresses: TestAddresses }),
    subject: (ctx, ids) => getEmail(ctx, ids),
    names_fields: true,
  }),
]
