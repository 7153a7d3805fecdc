import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { BigId } from '../../core/wire.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { Deleting, Undeleting } from '../deleted-records/schema.ts'
import { WhyInput } from '../delivery/evidence-schema.ts'
import { ById, RecipientFilter, UnconfirmedChoice } from '../delivery/schema.ts'
import { Replacing, Restoring } from '../revisions/schema.ts'
import { applyFix, getChecklist, getLinkCheck } from './compose/advice.ts'
import { countAudience } from './compose/audience.ts'
import {
  createDraft,
  duplicateBroadcast,
  getComposedBroadcast,
  listBroadcastRows,
  restoreBroadcast,
  saveBroadcast,
} from './compose/composer.ts'
import { addVersion, deleteVersion, getPlan, savePlan, saveVersion } from './compose/planning.ts'
import { previewBroadcast, sendTestMail } from './compose/preview.ts'
import { countNewMatches, createResend, getResendGroups, sendToNewMatches } from './compose/resend.ts'
import { discardUntouched } from './compose/untouched.ts'
import { listUpcomingBroadcasts } from './compose/upcoming.ts'
import {
  Audience,
  BroadcastFix,
  BroadcastRowFilter,
  ComposerInput,
  PauseInput,
  PreviewInput,
  RepairInput,
  ScheduleInput,
  SendInput,
  TestMailInput,
} from './composer-schema.ts'
import { deleteBroadcastWithUndo, undeleteBroadcast } from './deletion.ts'
import { predictSending } from './plan/prediction.ts'
import { PlanInput, PredictionInput, ReleaseInput, VersionInput, VersionNumber } from './plan-schema.ts'
import {
  getBroadcastProgress,
  getBroadcastProof,
  getBroadcastReport,
  listBroadcastRecipients,
  resolveUnconfirmed,
} from './report/report.ts'
import { explainBroadcast } from './report/why.ts'
import { scheduleBroadcast, sendBroadcastNow, unscheduleBroadcast } from './sending/scheduling.ts'
import { cancelBroadcast } from './sending/sending.ts'
import { getStages, releaseNow } from './sending/stages.ts'
import { pauseBroadcast, reopenBroadcast, repairBroadcast, resumeBroadcast } from './sending/stopping.ts'

const viewer = member('viewer')
const editor = member('editor')

export const broadcastsRouter = router({
  upcoming: member('viewer')
    .input(z.object({ subscriber_id: BigId }))
    .query(verb(listUpcomingBroadcasts)),
  list: viewer.input(BroadcastRowFilter.extend(PageQuery.shape)).query(listVerb(listBroadcastRows)),
  get: viewer.input(ById).query(verb(getComposedBroadcast)),
  create: editor.input(ComposerInput).mutation(verb(createDraft)),
  update: editor.input(ComposerInput.extend({ ...ById.shape, ...Replacing.shape })).mutation(verb(saveBroadcast)),
  restore: editor.input(Restoring).mutation(verb(restoreBroadcast)),
  duplicate: editor.input(ById).mutation(verb(duplicateBroadcast)),
  delete: editor.input(Deleting).mutation(verb(deleteBroadcastWithUndo)),
  undelete: editor.input(Undeleting).mutation(verb(undeleteBroadcast)),
  discardUntouched: editor.input(ById).mutation(verb(discardUntouched)),
  audience: viewer.input(Audience).query(verb(countAudience)),
  preview: viewer.input(PreviewInput).query(verb(previewBroadcast)),
  sendTest: editor.input(TestMailInput).mutation(verb(sendTestMail)),
  linkCheck: viewer.input(ById).query(verb(getLinkCheck)),
  applyFix: editor.input(BroadcastFix).mutation(verb(applyFix)),
  checklist: viewer.input(ById).query(verb(getChecklist)),
  send: editor.input(SendInput).mutation(verb(sendBroadcastNow)),
  schedule: editor.input(ScheduleInput).mutation(verb(scheduleBroadcast)),
  unschedule: editor.input(ById).mutation(verb(unscheduleBroadcast)),
  cancel: editor.input(ById).mutation(verb(cancelBroadcast)),
  repair: editor.input(RepairInput.extend({ ...ById.shape, ...Replacing.shape })).mutation(verb(repairBroadcast)),
  pause: editor.input(PauseInput).mutation(verb(pauseBroadcast)),
  resume: editor.input(ById).mutation(verb(resumeBroadcast)),
  reopen: editor.input(ById).mutation(verb(reopenBroadcast)),
  plan: viewer.input(ById).query(verb(getPlan)),
  savePlan: editor.input(PlanInput).mutation(verb(savePlan)),
  addVersion: editor.input(ById).mutation(verb(addVersion)),
  saveVersion: editor.input(VersionInput.extend(Replacing.shape)).mutation(verb(saveVersion)),
  removeVersion: editor.input(VersionNumber).mutation(verb(deleteVersion)),
  prediction: viewer.input(PredictionInput).query(verb(predictSending)),
  stages: viewer.input(ById).query(verb(getStages)),
  resendGroups: viewer.input(ById).query(verb(getResendGroups)),
  resend: editor.input(ById).mutation(verb(createResend)),
  newMatches: viewer.input(ById).query(verb(countNewMatches)),
  sendToNew: editor.input(ById).mutation(verb(sendToNewMatches)),
  release: editor.input(ReleaseInput).mutation(verb(releaseNow)),
  progress: viewer.input(ById).query(verb(getBroadcastProgress)),
  report: viewer.input(ById).query(verb(getBroadcastReport)),
  proof: viewer.input(ById).query(verb(getBroadcastProof)),
  why: viewer.input(ById.and(WhyInput)).query(verb(explainBroadcast)),
  recipients: viewer
    .input(z.object({ ...ById.shape, ...RecipientFilter.shape, ...PageQuery.shape }))
    .query(listVerb(listBroadcastRecipients)),
  resolveUnconfirmed: editor.input(UnconfirmedChoice.extend(ById.shape)).mutation(verb(resolveUnconfirmed)),
})
