import type { Ctx } from '../../../core/context.ts'
import type { EmailContent } from '../compose/requirements.ts'
import type { StoredSequence } from '../view.ts'
import type { Definition, Step } from './schedule.ts'

/** A published email with its schedule and content. */
export interface PublishedEmail extends Step, EmailContent {}

/** Loads the schedule of a sequence: its settings and published emails, by position. */
export async function loadDefinition(
  ctx: Ctx,
  { id, send_days, send_hour, time_zone, hold }: StoredSequence,
): Promise<Definition & { steps: PublishedEmail[] }> {
  const steps = await ctx.sql.rows<PublishedEmail>(
    `select id, position, delay_value, delay_unit, nullif(send_days, '{}') as send_days, subject, preview_text, content, email_template_id
     from sequence_email where account_id = $1 and sequence_id = $2 and published and deleted_at is null order by position`,
    [id],
  )
  return { send_days, send_hour, time_zone, hold, steps }
}

/** Returns the published emails of several sequences without their content, by sequence and position. */
export const readSteps = (
  ctx: Ctx,
  sequence_ids: readonly number[],
): Promise<(Step & { sequence_id: number; subject: string })[]> =>
  ctx.sql.rows(
    `select sequence_id, id, position, delay_value, delay_unit, nullif(send_days, '{}') as send_days, subject from sequence_email
     where account_id = $1 and sequence_id = any ($2::int[]) and published and deleted_at is null order by sequence_id, position`,
    [sequence_ids],
  )
