import { z } from 'zod'
import { ReachInput } from '../../core/reach.ts'
import { route } from '../../rest/route.ts'
import { Why, WhyInput } from '../delivery/evidence-schema.ts'
import { TestResult, UnconfirmedChoice } from '../delivery/schema.ts'
import { Replacing, Restoring } from '../revisions/schema.ts'
import { addVersion, deleteVersion, getPlan, savePlan, saveVersion } from './compose/planning.ts'
import { sendTestMail } from './compose/preview.ts'
import { getSendingSettings, restoreForProgram, saveSendingSettings } from './compose/settings.ts'
import { RepairInput, TestMailInput } from './composer-schema.ts'
import { predictSending } from './plan/prediction.ts'
import { PlanInput, Prediction, PredictionInput, VersionInput } from './plan-schema.ts'
import { resolveUnconfirmed } from './report/report.ts'
import { explainBroadcast } from './report/why.ts'
import { Broadcast } from './schema.ts'
import { getStages } from './sending/stages.ts'
import { repairForProgram } from './sending/stopping.ts'
import { getBroadcast } from './service.ts'
import { Plan, SendingSettings, SendingSettingsInput, Stages, WrittenPlan, WrittenVersions } from './wire-schema.ts'

const write = { names_fields: true, subject: getBroadcast } as const
const sending = { ...write, scope: 'sending:write' } as const
const plan = { as: 'plan', of: Plan } as const
const version = {
  ...write,
  ...plan,
  subject: (ctx: Parameters<typeof getBroadcast>[0], { id }: { id: number }) => getBroadcast(ctx, { id }),
}

export const broadcastPlanApi = [
  route('GET /broadcasts/:id/plan', getPlan, {
    ...plan,
    summary: 'Read the plan of a broadcast',
    description: 'How it is sent, with its versions B and C.',
  }),
  route('PUT /broadcasts/:id/plan', savePlan, {
    ...write,
    ...plan,
    summary: 'Change the plan of a broadcast',
    description:
      'Staged with stop limits or an A/B test, spread over hours, or by time zone; null sends to everyone right away.',
    body: PlanInput.omit({ id: true }).extend({ plan: WrittenPlan, versions: WrittenVersions }),
  }),
  route('POST /broadcasts/:id/plan/preview', predictSending, {
    scope: 'read',
    subject: getBroadcast,
    names_fields: true,
    summary: 'Predict the sending of a broadcast',
    description: 'How many get it when, and which difference a test can show, with its plan or the one in the body.',
    as: 'prediction',
    of: Prediction,
    body: PredictionInput.omit({ id: true }).extend({ plan: WrittenPlan }),
  }),
  route('POST /broadcasts/:id/versions', addVersion, {
    ...write,
    ...plan,
    summary: 'Add a version to an A/B test',
    description: 'Equal to the broadcast. At most three in all.',
  }),
  route('PUT /broadcasts/:id/versions/:version', saveVersion, {
    ...version,
    summary: 'Change a version of an A/B test',
    description: 'Changes only the properties in the body; null is as in the broadcast. B is 2, C is 3.',
    body: VersionInput.omit({ id: true, version: true }).extend(Replacing.shape),
    errors: { 409: 'The text has another version than `replaces`' },
  }),
  route('DELETE /broadcasts/:id/versions/:version', deleteVersion, {
    ...version,
    summary: 'Delete a version of an A/B test',
    description: 'Without others the test ends.',
  }),
  route('GET /broadcasts/:id/stages', getStages, {
    summary: 'Read the stages of a broadcast',
    description: 'The first group and the rest of a staged broadcast, results of its versions, and the outcome.',
    as: 'stages',
    of: Stages,
  }),
  route('GET /broadcasts/:id/settings', getSendingSettings, {
    summary: 'Read the sending settings of a broadcast',
    description: 'Who is excluded, tracking, and the address for replies.',
    as: 'settings',
    of: SendingSettings,
  }),
  route('PUT /broadcasts/:id/settings', saveSendingSettings, {
    ...write,
    summary: 'Change the sending settings of a broadcast',
    description: 'Changes only the properties in the body. `excluded` leaves out subscribers of tags and segments.',
    as: 'settings',
    of: SendingSettings,
    body: SendingSettingsInput,
  }),
  route('POST /broadcasts/:id/restore', restoreForProgram, {
    ...write,
    summary: 'Restore an earlier text of a broadcast',
    description: '`GET /v4/revisions` lists them.',
    as: 'broadcast',
    of: Broadcast,
    body: Restoring.pick({ revision_id: true }),
  }),
  route('POST /broadcasts/:id/repair', repairForProgram, {
    ...sending,
    summary: 'Repair a stopped broadcast',
    description: 'Changes its content while it is paused or stopped. Those who received it keep the earlier one.',
    as: 'broadcast',
    of: Broadcast,
    body: RepairInput,
    warns: true,
  }),
  route('POST /broadcasts/:id/unconfirmed', resolveUnconfirmed, {
    ...sending,
    summary: 'Decide on unconfirmed messages of a broadcast',
    description: 'Messages whose acceptance by a mail server is unknown: `resend`, count as `sent`, or `leave`.',
    of: z.object({ count: z.int().meta({ description: 'Messages that were decided.' }) }),
    body: UnconfirmedChoice.extend(ReachInput.shape),
    reaches: true,
    errors: { 409: 'The broadcast has not been sent' },
  }),
  route('POST /broadcasts/:id/test', sendTestMail, {
    ...sending,
    summary: 'Send a test of a broadcast',
    description: 'To up to five addresses; without any, to the user whose rights the credential has.',
    of: TestResult,
    body: TestMailInput.omit({ id: true }),
  }),
  route('GET /broadcasts/:id/why', explainBroadcast, {
    subject: getBroadcast,
    names_fields: true,
    summary: 'Explain who got a broadcast',
    description:
      'Why a subscriber, by `subscriber_id` or `email_address`, did or did not get it: every decision in its order.',
    as: 'why',
    of: Why,
    query: WhyInput,
  }),
]
