import { type Ctx, systemPool } from '../../../core/context.ts'
import { iso } from '../../../core/wire.ts'
import { OTHER_DOMAINS, RECEIVER_COUNTS } from '../../delivery/receiver-schema.ts'
import { receiverOf } from '../../transports/limits/receivers.ts'
import type { ReceiverCounts, ReceiverResults, ReceiverRow, ReceiversQuery } from '../mail-schema.ts'
import type { ReceiverRange } from '../values-schema.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Length of each range, and of a point of its chart. */
const RANGES: Record<ReceiverRange, { ms: number; point_ms: number }> = {
  day: { ms: DAY_MS, point_ms: HOUR_MS },
  week: { ms: 7 * DAY_MS, point_ms: 6 * HOUR_MS },
  month: { ms: 30 * DAY_MS, point_ms: DAY_MS },
}

/** Maximum number of receivers listed by name. */
const MAX_SHOWN = 20

const SUMS = RECEIVER_COUNTS.map((name) => `coalesce(sum(${name}), 0)::int as ${name}`).join(', ')

const ROWS = `
  with sums as (
    select receiver, hour >= $2 as is_now, ${SUMS} from receiver_hour where hour >= $1 and hour < $3 group by 1, 2
  ), shown as (
    select receiver from sums where is_now and receiver <> $4 order by attempts desc, receiver limit ${MAX_SHOWN}
  )
  select coalesce(t.receiver, $4) as receiver, s.is_now, ${SUMS}
  from sums s left join shown t on t.receiver = s.receiver group by 1, 2`

const POINTS = `
  select date_bin($5 * interval '1 ms', hour, $2) as at, ${SUMS}
  from receiver_hour where hour >= $2 and hour < $3
    and ($1::text is null or receiver = $1 or ($1 = $4 and not receiver = any ($6)))
  group by 1 order by 1`

/**
 * Returns the results of all accounts' messages by receiving domain, compared with the preceding range: the domains with most attempts by
 * name, and the rest together. Counts are hourly, so the current hour is included whole.
 */
export async function readReceivers(ctx: Ctx, { range, receiver }: ReceiversQuery): Promise<ReceiverResults> {
  const { ms, point_ms } = RANGES[range]
  const end = new Date(Math.floor(+ctx.now() / HOUR_MS) * HOUR_MS + HOUR_MS)
  const [before, from] = [new Date(+end - 2 * ms), new Date(+end - ms)]
  const { rows } = await systemPool().query<ReceiverCounts & { receiver: string; is_now: boolean }>(ROWS, [
    before,
    from,
    end,
    OTHER_DOMAINS,
  ])
  const found = Map.groupBy(rows, (row) => row.receiver)
  const receivers = [...found].map(([name, of_receiver]): ReceiverRow => {
    const countsOf = (isNow: boolean) => sumOf(of_receiver.filter((row) => row.is_now === isNow))
    return { receiver: name, now: countsOf(true), before: countsOf(false) }
  })
  const isOther = (row: ReceiverRow) => Number(row.receiver === OTHER_DOMAINS)
  receivers.sort((a, b) => isOther(a) - isOther(b) || b.now.attempts - a.now.attempts)
  const named_receivers = receivers.map((row) => row.receiver).filter((name) => name !== OTHER_DOMAINS)
  const points = await systemPool().query<ReceiverCounts & { at: Date }>(POINTS, [
    receiver === undefined ? null : receiverOf(`@${receiver}`),
    from,
    end,
    OTHER_DOMAINS,
    point_ms,
    named_receivers,
  ])
  const by_time = new Map(points.rows.map((row) => [+row.at, row]))
  return {
    receivers,
    total: { now: sumOf(receivers.map(({ now }) => now)), before: sumOf(receivers.map((row) => row.before)) },
    points: Array.from({ length: ms / point_ms }, (_, at) => {
      const time = new Date(+from + at * point_ms)
      const row = by_time.get(+time)
      return { ...sumOf(row ? [row] : []), at: iso(time) }
    }),
  }
}

function sumOf(rows: readonly ReceiverCounts[]): ReceiverCounts {
  const sums = RECEIVER_COUNTS.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])
  return Object.fromEntries(sums) as ReceiverCounts
}
