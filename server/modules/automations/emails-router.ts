import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { WhyInput } from '../delivery/evidence-schema.ts'
import { FixInput } from '../delivery/preflight-schema.ts'
import { RecipientFilter } from '../delivery/schema.ts'
import { Replacing, Restoring } from '../revisions/schema.ts'
import { EmailChange, EmailCreate, EmailKey, EmailPreviewInput, EmailTestInput } from './email-schema.ts'
import { applyDraftFix, checkDraft, checkDraftLinks, previewEmail, sendTestEmail } from './emails/draft.ts'
import { createEmail, getEmail, restoreDraft, saveEmail } from './emails/drafts.ts'
import { findEmails, getEmailProof, getEmailReport, listEmailRecipients } from './emails/report.ts'
import { explainAutomationEmail } from './emails/why.ts'

const viewer = member('viewer')
const editor = member('editor')

export const automationEmailsRouter = router({
  get: viewer.input(EmailKey).query(verb(getEmail)),
  create: editor.input(EmailCreate).mutation(verb(createEmail)),
  save: editor.input(EmailChange.extend({ ...EmailKey.shape, ...Replacing.shape })).mutation(verb(saveEmail)),
  restore: editor.input(Restoring.extend(EmailKey.shape)).mutation(verb(restoreDraft)),
  preview: viewer.input(EmailPreviewInput).query(verb(previewEmail)),
  check: viewer.input(EmailKey).query(verb(checkDraft)),
  linkCheck: viewer.input(EmailKey).query(verb(checkDraftLinks)),
  applyFix: editor.input(FixInput.extend(EmailKey.shape)).mutation(verb(applyDraftFix)),
  report: viewer.input(EmailKey).query(verb(getEmailReport)),
  proof: viewer.input(EmailKey).query(verb(getEmailProof)),
  recipients: viewer
    .input(z.object({ ...EmailKey.shape, ...RecipientFilter.shape, ...PageQuery.shape }))
    .query(listVerb(listEmailRecipients)),
  why: viewer.input(EmailKey.and(WhyInput)).query(verb(explainAutomationEmail)),
  find: viewer.input(z.object({ search: z.string().trim().max(200).optional() })).query(verb(findEmails)),
  sendTest: editor.input(EmailTestInput).mutation(verb(sendTestEmail)),
})
