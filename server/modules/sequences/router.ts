import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { BigId, Id } from '../../core/wire.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { Deleting, Undeleting } from '../deleted-records/schema.ts'
import { WhyInput } from '../delivery/evidence-schema.ts'
import { FixInput } from '../delivery/preflight-schema.ts'
import { RecipientFilter, UnconfirmedChoice } from '../delivery/schema.ts'
import { Replacing, Restoring } from '../revisions/schema.ts'
import { ChangeInput } from './change-schema.ts'
import { cancelChange, listChanges, previewChange, requestChange } from './changes/change.ts'
import { applyEmailFix, getEmailChecklist, getEmailLinkCheck } from './compose/advice.ts'
import {
  findEnrolled,
  getEditedEmail,
  getOverview,
  listEnrollments,
  previewEmail,
  resolveUndecided,
  sendTestEmail,
} from './compose/composer.ts'
import { deleteSequenceWithUndo, undeleteSequence } from './compose/deletion.ts'
import { discardEmailChanges, publishEmailChanges, restoreEmail, saveEditedEmail } from './compose/drafts.ts'
import { duplicateSequence } from './compose/duplicate.ts'
import { createEmail, deleteEmail, listEmails, reorderEmails } from './compose/emails.ts'
import { findSendingProblem } from './compose/requirements.ts'
import { discardUntouched, startEmail } from './compose/untouched.ts'
import {
  CandidatesInput,
  EmailKey,
  EmailPreviewInput,
  EmailTestInput,
  EnrollmentFilter,
  PublishingChanges,
} from './composer-schema.ts'
import { EditedEmailChange, SequenceEmailFilter, SequenceEmailInput } from './email-schema.ts'
import { listUpcomingEmails } from './enrolling/calendar.ts'
import { enrollSubscriber } from './enrolling/enrolling.ts'
import { previewEdit } from './impact/preview.ts'
import { ImpactInput } from './impact-schema.ts'
import { findEmails, getEmailProof, listEmailRecipients } from './report.ts'
import { SequenceChange, SequenceInput, WithStats } from './schema.ts'
import { createSequence, listSequences, updateSequence } from './service.ts'
import { explainSequenceEmail } from './why.ts'

const viewer = member('viewer')
const editor = member('editor')

const ById = z.object({ id: Id })
const OfSequence = z.object({ sequence_id: Id })

export const sequencesRouter = router({
  list: viewer.input(WithStats.extend(PageQuery.shape)).query(listVerb(listSequences)),
  get: viewer.input(ById).query(verb(getOverview)),
  obstacle: viewer.query(verb(findSendingProblem)),
  create: editor.input(SequenceInput).mutation(verb(createSequence)),
  update: editor.input(SequenceChange.extend(ById.shape)).mutation(verb(updateSequence)),
  duplicate: editor.input(ById).mutation(verb(duplicateSequence)),
  delete: editor.input(Deleting).mutation(verb(deleteSequenceWithUndo)),
  undelete: editor.input(Undeleting).mutation(verb(undeleteSequence)),
  emails: viewer
    .input(z.object({ ...OfSequence.shape, ...SequenceEmailFilter.shape, ...PageQuery.shape }))
    .query(listVerb(listEmails)),
  email: viewer.input(EmailKey).query(verb(getEditedEmail)),
  createEmail: editor.input(SequenceEmailInput.extend(OfSequence.shape)).mutation(verb(createEmail)),
  startEmail: editor.input(OfSequence).mutation(verb(startEmail)),
  discardUntouchedEmail: editor.input(ById).mutation(verb(discardUntouched)),
  restoreEmail: editor.input(Restoring.extend(EmailKey.shape)).mutation(verb(restoreEmail)),
  updateEmail: editor
    .input(EditedEmailChange.extend({ ...EmailKey.shape, ...Replacing.shape }))
    .mutation(verb(saveEditedEmail)),
  publishEmailChanges: editor.input(PublishingChanges).mutation(verb(publishEmailChanges)),
  discardEmailChanges: editor.input(EmailKey).mutation(verb(discardEmailChanges)),
  deleteEmail: editor.input(EmailKey).mutation(verb(deleteEmail)),
  preview: viewer.input(EmailPreviewInput).query(verb(previewEmail)),
  sendTest: editor.input(EmailTestInput).mutation(verb(sendTestEmail)),
  checklist: viewer.input(EmailKey).query(verb(getEmailChecklist)),
  linkCheck: viewer.input(EmailKey).query(verb(getEmailLinkCheck)),
  applyFix: editor.input(FixInput.extend(EmailKey.shape)).mutation(verb(applyEmailFix)),
  proof: viewer.input(EmailKey).query(verb(getEmailProof)),
  findEmails: viewer.input(z.object({ search: z.string().trim().max(200).optional() })).query(verb(findEmails)),
  why: viewer.input(EmailKey.and(WhyInput)).query(verb(explainSequenceEmail)),
  recipients: viewer
    .input(z.object({ ...EmailKey.shape, ...RecipientFilter.shape, ...PageQuery.shape }))
    .query(listVerb(listEmailRecipients)),
  subscribers: viewer
    .input(z.object({ ...OfSequence.shape, ...EnrollmentFilter.shape, ...PageQuery.shape }))
    .query(listVerb(listEnrollments)),
  enrolled: viewer.input(CandidatesInput).query(verb(findEnrolled)),
  enroll: editor.input(OfSequence.extend({ id: BigId })).mutation(verb(enrollSubscriber)),
  resolveUndecided: editor
    .input(ById.extend({ choice: UnconfirmedChoice.shape.choice }))
    .mutation(verb(resolveUndecided)),
  upcoming: viewer.input(z.object({ subscriber_id: BigId })).query(verb(listUpcomingEmails)),
  changes: viewer.input(OfSequence).query(verb(listChanges)),
  previewChange: viewer.input(ChangeInput).query(verb(previewChange)),
  requestChange: editor.input(ChangeInput).mutation(verb(requestChange)),
  cancelChange: editor.input(ById).mutation(verb(cancelChange)),
  impact: viewer.input(ImpactInput).query(verb(previewEdit)),
  reorder: editor.input(OfSequence.extend({ email_ids: z.array(Id).max(1000) })).mutation(verb(reorderEmails)),
})
