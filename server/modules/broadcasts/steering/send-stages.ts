import type { Ctx } from '../../../core/context.ts'
import type { AudienceCondition } from '../../delivery/enqueueing/enqueue-recipients.ts'
import { Pace } from '../../delivery/pacing/pace.ts'
import { type SendState, sendMail } from '../../delivery/sending/send-mail.ts'
import { advanceStage } from './stages.ts'

interface StagedInput {
  id: number
  mail_id: number
  audience: AudienceCondition
  /** As stored with the email. */
  pace: unknown
  left: () => number
}

/** `sendMail` at the email's pace, with the stages of a staged broadcast before and after. */
export async function sendStages(ctx: Ctx, { pace: stored, ...input }: StagedInput): Promise<SendState> {
  const pace = stored ? Pace.parse(stored) : null
  const paced = { ...input, audience: { ...input.audience, pace } }
  if (pace?.kind !== 'staged') return sendMail(ctx, paced)
  if ((await advanceStage(ctx, input)).next === 'stop') return { state: 'finished' }
  const state = await sendMail(ctx, paced)
  if (state.state !== 'wait' || (state.cause && state.cause !== 'retry')) return state
  const step = await advanceStage(ctx, input)
  if (step.next === 'stop') return { state: 'finished' }
  if (step.next === 'go') return state
  return { state: 'wait', until: step.until ?? state.until }
}
