import { expect, test } from 'vitest'
import { serviceCtx } from '../../core/context.ts'
import { iso } from '../../core/wire.ts'
import { unscoped } from '../../db/client.ts'
import { transports } from '../../testing/modules/sending.ts'
import { listTransports } from './overview.ts'

test('a transport is listed with its pauses, longest first, and the messages accepted in the last day', async () => {
  const { first, second } = await transports({ first: {}, second: {} })
  const transport = first?.name ?? ''
  const ctx = serviceCtx()
  const now = ctx.now()
  const hoursLater = (hours: number) => new Date(+now + hours * 3_600_000)
  const pause = { transport, reply: '451 Later', deferrals: 3, since: hoursLater(-1), last_at: now, pauses: 1 }
  for (const [receiver, hours] of [
    ['a.example', 1],
    ['b.example', 2],
    ['over.example', -1],
  ] as const)
    await unscoped().transportBackOff.create({ data: { ...pause, receiver, until: hoursLater(hours) } })
  for (const [hours, last_error] of [
    [-30, 'old'],
    [-5, 'earlier'],
    [-3, 'later'],
    [-1, null],
  ] as const) {
    const counts = { accepted: 10, refused: 2, deferred: 1, unconfirmed: 1 }
    await unscoped().transportHour.create({ data: { transport, hour: hoursLater(hours), ...counts, last_error } })
  }
  const [listed, other_transport] = await listTransports(ctx)
  const since_text = iso(hoursLater(-1))
  expect(listed).toMatchObject({
    name: transport,
    accepted_hour: 10,
    accepted_day: 30,
    refused_day: 6,
    deferred_day: 6,
    last_error: 'later',
    circuits: [],
    back_offs: [
      { receiver: 'b.example', reply: '451 Later', since: since_text, until: iso(hoursLater(2)) },
      { receiver: 'a.example', reply: '451 Later', since: since_text, until: iso(hoursLater(1)) },
    ],
  })
  expect(other_transport).toMatchObject({ name: second?.name, accepted_day: 0, last_error: null, back_offs: [] })
})
