import { systemPool } from '../../../core/context.ts'
import type { Transport } from '../open-transports.ts'
import type { BackOff } from './back-off.ts'

// Like circuits, back-offs are rows shared by all processes, read and written per batch of messages.

interface Row extends BackOff {
  transport: string
  receiver: string
}

/** More than the receiving domains that ever defer at one time. The longest pauses come first. */
const MAX_ROWS = 5_000

export async function readBackOffs(transports: readonly Transport[]): Promise<void> {
  const { rows } = await systemPool().query<Row>(
    `select transport, receiver, reply, deferrals, since, pauses, until from transport_back_off
     where transport = any ($1) order by until desc nulls last limit ${MAX_ROWS}`,
    [transports.map(({ name }) => name)],
  )
  for (const transport of transports) {
    const { back_offs, unsaved_back_offs } = transport
    const stored = new Map(rows.filter((row) => row.transport === transport.name).map((row) => [row.receiver, row]))
    for (const receiver of back_offs.keys())
      if (!stored.has(receiver) && !unsaved_back_offs.has(receiver)) back_offs.delete(receiver)
    for (const [receiver, row] of stored) if (!unsaved_back_offs.has(receiver)) back_offs.set(receiver, row)
  }
}

/** Stores this process's changes. Back-offs without a value were ended by an accepted message. */
export async function writeBackOffs(transports: readonly Transport[], now: Date): Promise<void> {
  const changes = transports.flatMap(({ name, back_offs, unsaved_back_offs }) => {
    const changed = [...unsaved_back_offs]
    unsaved_back_offs.clear()
    return changed.map((receiver) => ({ transport: name, receiver, back_off: back_offs.get(receiver) }))
  })
  const ended = changes.filter(({ back_off }) => !back_off)
  if (ended.length > 0)
    await systemPool().query(
      `delete from transport_back_off b using unnest($1::text[], $2::text[]) as v(transport, receiver)
       where b.transport = v.transport and b.receiver = v.receiver`,
      [ended.map(({ transport }) => transport), ended.map(({ receiver }) => receiver)],
    )
  const open_back_offs = changes.flatMap(({ back_off, ...of }) => (back_off ? [{ ...of, ...back_off }] : []))
  if (open_back_offs.length > 0)
    await systemPool().query(
      `insert into transport_back_off as b (transport, receiver, reply, deferrals, since, last_at, pauses, until)
       select transport, receiver, reply, deferrals, since, $2, pauses, until
       from jsonb_to_recordset($1::jsonb) as v(transport text, receiver text, reply text, deferrals int, since timestamptz, pauses int,
         until timestamptz)
       order by transport, receiver
       on conflict (transport, receiver) do update set reply = excluded.reply, deferrals = excluded.deferrals,
         last_at = excluded.last_at, pauses = greatest(b.pauses, excluded.pauses), until = greatest(b.until, excluded.until)`,
      [JSON.stringify(open_back_offs), now],
    )
}
