import { adminWrite } from '../../core/audit/admin-write.ts'
import { type Ctx, systemCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { rootLogger } from '../../core/log.ts'
import { iso } from '../../core/wire.ts'
import { type Tx, write } from '../../core/write/write.ts'
import type { Budget } from '../../lib/concurrency/budget.ts'
import {
  type BounceWave,
  countAllWaiting,
  countWaiting,
  endWave,
  findWork,
  markTold,
  moveOn,
  saveDecision,
} from '../delivery/bounces/waves.ts'
import { notify } from '../notifications/notify.ts'
import { lockSubscribers } from '../subscribers/state/soft-bounces.ts'
import { changeState } from '../subscribers/state/state.ts'
import { wavesEmail } from './emails.ts'
import type { AccountWave, WaveDecision, WaveView } from './waves-schema.ts'

export { EXPIRED_BOUNCES } from '../delivery/bounces/brake.ts'

const PATH = '/settings/sending-health'

/** Lists waves that wait for a decision, and decided ones that are not complete yet. */
export async function listWaves(ctx: Ctx): Promise<WaveView[]> {
  return (await countWaiting(ctx)).map(viewOf)
}

/** Throws not_found. */
export async function findWave(ctx: Ctx, { id }: { id: number }): Promise<WaveView> {
  const wave = (await listWaves(ctx)).find((one) => one.id === id)
  if (!wave) throw notFound()
  return wave
}

const viewOf = ({ id, domain, sample, state, waiting, bounced, subscribers, since }: BounceWave): WaveView => ({
  id,
  domain,
  sample,
  state,
  waiting,
  bounced,
  subscribers,
  since: iso(since),
})

/**
 * Applies or discards the waiting bounces. The first slice runs immediately, a job continues. A second decision changes nothing. Throws
 * not_found.
 */
export async function decideWave(ctx: Ctx, { id, decision }: WaveDecision): Promise<void> {
  const decided = await write(ctx, (tx) => saveDecision(tx, { id, decision }))
  if (!decided) throw notFound()
  await carryOut(ctx.join ? ctx : systemCtx(ctx.account_id), id)
}

/** Like `decideWave`, by an administrator of the instance. */
export async function decideWaveOf(
  ctx: Ctx,
  { account_id, id, decision }: WaveDecision & { account_id: number },
): Promise<void> {
  await adminWrite(ctx, { account_id }, async (tx, record) => {
    if (!(await saveDecision(tx, { id, decision }))) throw notFound()
    const account = await tx.db.account.findFirstOrThrow({ where: {}, select: { name: true } })
    await record({
      action: 'bounces_decided',
      details: { account: account.name, decision: decision === 'apply' ? 'applied' : 'discarded' },
    })
  })
  await carryOut(systemCtx(account_id), id)
}

/** Lists the waiting waves of all accounts, for administrators. */
export async function listAllWaves(): Promise<AccountWave[]> {
  return (await countAllWaiting()).map((wave) => ({
    ...viewOf(wave),
    account_id: wave.account_id,
    account_name: wave.account_name,
  }))
}

/** Notifies members who can decide, and carries decisions out. Can stop at any point and be called again. */
export async function workOnWaves({ budget }: { budget?: Budget } = {}): Promise<void> {
  for (const { account_id, id, state } of await findWork()) {
    const ctx = systemCtx(account_id)
    if (state === 'waiting') await tell(ctx, id)
    else while (await carryOut(ctx, id)) if (budget?.isSpent()) return
    if (budget?.isSpent()) return
  }
}

/** Processes some subscribers of a decided wave. Returns whether more are left. */
const carryOut = (ctx: Ctx, id: number): Promise<boolean> =>
  write(ctx, async (tx) => {
    const due = await moveOn(tx, { id })
    if (!due) return false
    await lockSubscribers(tx, { ids: due.rows.map(({ subscriber_id }) => subscriber_id) })
    for (const [mail_id, rows] of Map.groupBy(due.rows, (row) => row.mail_id)) {
      const ids = rows.map(({ subscriber_id }) => subscriber_id)
      if (due.state === 'applying') await changeState(tx, { ids, transition: 'bounce', cause: 'bounce', mail_id })
      else await changeState(tx, { ids, transition: 'restore', cause: 'dashboard', mail_id })
    }
    if (due.is_last) await endWave(tx, { id })
    return !due.is_last
  })

async function tell(ctx: Ctx, id: number): Promise<void> {
  await write(ctx, async (tx: Tx) => {
    const wave = (await countWaiting(tx)).find((one) => one.id === id && one.state === 'waiting')
    if (!wave) return
    rootLogger().warn({ account_id: ctx.account_id, wave: id }, 'bounces of one text wait for a decision')
    await notify(tx, { kind: 'bounces_waiting', key: String(id), path: PATH, email: () => wavesEmail(wave) })
    await markTold(tx, { id })
  })
}
