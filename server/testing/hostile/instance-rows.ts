import { randomUUID } from 'node:crypto'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../account.ts'
import type { Everything } from './everything.ts'

const DAY_MS = 86_400_000

/** Adds rows caused by other accounts: requests to apps' servers, and creators who recommend each other. */
export async function addInstanceRows({ account_id, ctx, ids }: Everything): Promise<void> {
  const db = unscoped()
  const now = ctx.now()
  for (const name of ['Nora', 'Ola']) {
    const { account_id: other_id } = await testAccount()
    const app_id = ids.template_app ?? 0
    await db.creatorProfile.create({ data: { account_id: other_id, name } })
    const form = { name: 'Footer', uid: randomUUID(), status: 'active', format: 'inline' } as const
    await db.form.create({ data: { account_id: other_id, ...form } })
    await db.recommendationProfile.create({ data: { account_id: other_id, is_open: true, pitch: 'Emails about moss' } })
    for (const [from, to] of [
      [account_id, other_id],
      [other_id, account_id],
    ] as const)
      await db.recommendation.create({ data: { account_id: from, recommended_id: to, position: 0, sign_ups: 1 } })
    const outbound = { kind: 'automation_event', app_id, calls: 9, failures: 3, last_error: '500' }
    await db.outboundHour.create({ data: { hour: now, host: `${name}-${account_id}.example`, ...outbound } })
  }
}

/** Adds the state of transports: a circuit, a back-off, and counts of two hours for each. */
export async function addTransportRows({ account_id, ctx }: Everything, names: readonly string[]): Promise<void> {
  const db = unscoped()
  const now = ctx.now()
  const soon = new Date(+now + DAY_MS)
  for (const transport of names) {
    const known = { transport, reply: '451 Later', since: now, last_at: now, pauses: 1 }
    await db.transportCircuit.create({ data: { ...known, account_id, kind: 'refused', probe_at: soon } })
    await db.transportBackOff.create({ data: { ...known, receiver: 'mail.example', deferrals: 3, until: soon } })
    const hours = [now, new Date(+now - 3_600_000)].map((hour) => ({ transport, hour, accepted: 9, last_error: '451' }))
    await db.transportHour.createMany({ data: hours })
  }
}
