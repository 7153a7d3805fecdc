import type { Driven } from './drive.ts'
import type { Guide, Life, Path, PathLine } from './scenario.ts'

// Reads the engine's effects in the model's terms.

interface TraceRow {
  automation_id: number
  run_id: number
  state: string
  run_step_id: string | null
  id: number
  step_id: string | null
  event: string
  data: { trigger_id?: string | null; exit?: string; to?: string | null }
  at: Date
}

type Line = PathLine & { order: number }

/** Reads a subscriber's life, with trace lines in the order of writing. */
export async function observe(
  { ctx, ids, subscribers }: Driven,
  subscriber: number,
): Promise<{ life: Life; guide: Guide }> {
  const subscriber_id = subscribers[subscriber]?.id ?? 0
  const rows = await ctx.sql.rows<TraceRow>(
    `select r.automation_id, r.id as run_id, r.state, r.step_id as run_step_id, t.id, t.step_id, t.event, t.data, t.at
     from automation_run r join automation_trace t on t.account_id = r.account_id and t.run_id = r.id
     where r.account_id = $1 and r.subscriber_id = $2 and t.event not in ('waiting', 'retried') order by r.automation_id, r.id, t.id`,
    [subscriber_id],
  )
  const runs = [...Map.groupBy(rows, ({ run_id }) => run_id).values()].map((of_run) => {
    const [{ automation_id, state, run_step_id: step } = of_run[0] as TraceRow] = of_run
    const lines = of_run.map(lineOf)
    const isOver = state === 'completed' || state === 'left'
    return { automation: ids.automation.indexOf(automation_id) + 1, lines, now: isOver ? null : { step } }
  })
  const subscriber_row = await ctx.db.subscriber.findFirstOrThrow({
    where: { id: subscriber_id },
    select: {
      state: true,
      fields: true,
      taggings: { select: { tag_id: true } },
      enrollments: { select: { sequence_id: true, state: true }, orderBy: { sequence_id: 'asc' } },
    },
  })
  const emails = await ctx.sql.rows<{ automation_id: number; count: number }>(
    `select x.automation_id, count(*)::int as count from automation_email x
       join mail m on m.account_id = x.account_id and m.automation_email_id = x.id
       join delivery d on d.account_id = m.account_id and d.mail_id = m.id and d.subscriber_id = $2
     where x.account_id = $1 and d.state = 'queued' group by 1 order by 1`,
    [subscriber_id],
  )
  const slots = await ctx.db.customField.findMany({ select: { id: true, slot: true } })
  const stored = subscriber_row.fields as Record<string, string>
  const life: Life = {
    paths: runs.map(({ automation, lines, now }): Path => ({ automation, lines: lines.map(plain), now })),
    tags: subscriber_row.taggings.map(({ tag_id }) => ids.tag.indexOf(tag_id) + 1).sort(),
    fields: Object.fromEntries(
      slots.flatMap(({ id, slot }) => (stored[slot] ? [[ids.field.indexOf(id) + 1, stored[slot]]] : [])),
    ),
    state: subscriber_row.state as Life['state'],
    sequences: Object.fromEntries(
      subscriber_row.enrollments.map(({ sequence_id, state }) => [ids.sequence.indexOf(sequence_id) + 1, state]),
    ) as Life['sequences'],
    emails: Object.fromEntries(
      emails.map(({ automation_id, count }) => [ids.automation.indexOf(automation_id) + 1, count]),
    ),
  }
  return { life, guide: guideBy(runs) }
}

function lineOf({ id, step_id, event, data, at }: TraceRow): Line {
  const line = { at: +at, event: event as Line['event'], order: id }
  if (event === 'entered') return { ...line, step: data.trigger_id ?? null }
  if (event === 'passed') return { ...line, step: step_id, ...(data.exit && { exit: data.exit }) }
  if (event === 'moved') return { ...line, step: data.to ?? null }
  return { ...line, step: event === 'failed' ? step_id : null }
}

const plain = ({ order: _, ...line }: Line): PathLine => line

function guideBy(runs: readonly { automation: number; lines: Line[] }[]): Guide {
  const of = (automation: number) => runs.filter((run) => run.automation === automation)
  return {
    branch: (automation, step) =>
      of(automation)
        .flatMap(({ lines }) => lines)
        .find((line) => line.event === 'passed' && line.step === step)?.exit,
    line: (automation, run, number) => of(automation)[run]?.lines[number],
  }
}
