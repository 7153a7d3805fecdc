import { systemCtx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { notify } from '../../notifications/notify.ts'
import { isSuccess, type Outcome } from '../delivery/outcome.ts'
import { disabledEndpointEmail, failingEndpointEmail } from '../emails.ts'
import { poolRows } from '../pool.ts'
import { disable } from '../service.ts'

const HOUR_MS = 3_600_000
const WARN_MS = 24 * HOUR_MS
const DISABLE_MS = 120 * HOUR_MS

export interface FailingEndpoint {
  account_id: number
  id: number
  name: string
  url: string
  failing_since: Date
  warned_at: Date | null
  /** Name of the app that owns the endpoint. */
  app: string | null
}

/**
 * Records the start of an endpoint's uninterrupted failures (W8). Warns the account's owners after a day and disables the endpoint after
 * five, at least a day after the warning. A success clears it.
 */
export async function recordHealth(outcomes: readonly Outcome[]): Promise<void> {
  const endpoints = new Map<string, { account_id: number; id: number; was_failing: boolean; failed_at: Date | null }>()
  for (const outcome of outcomes) {
    const { account_id, hook_id: id, legacy, failing } = outcome.due
    if (legacy || !outcome.attempt) continue
    const key = `${account_id} ${id}`
    const known = endpoints.get(key)
    const failed_at = isSuccess(outcome) || known?.failed_at === null ? null : (known?.failed_at ?? outcome.ended_at)
    endpoints.set(key, { account_id, id, was_failing: failing || known?.was_failing === true, failed_at })
  }
  const recovered = [...endpoints.values()].filter(({ failed_at, was_failing }) => failed_at === null && was_failing)
  if (recovered.length > 0) {
    await poolRows(
      `update webhook_endpoint w set failing_since = null, warned_at = null
       from json_to_recordset($1::json) as h(account_id int, id int) where w.account_id = h.account_id and w.id = h.id`,
      [JSON.stringify(recovered)],
    )
  }
  const failed = [...endpoints.values()].filter(({ failed_at }) => failed_at !== null)
  if (failed.length === 0) return
  const failing = await poolRows<FailingEndpoint>(
    `update webhook_endpoint w set failing_since = coalesce(w.failing_since, h.failed_at)
     from json_to_recordset($1::json) as h(account_id int, id int, failed_at timestamptz)
     where w.account_id = h.account_id and w.id = h.id and w.status = 'active'
     returning w.account_id, w.id, w.name, w.url, w.failing_since, w.warned_at,
       (select a.name from app a where a.id = w.app_id) as app`,
    [JSON.stringify(failed)],
  )
  for (const endpoint of failing) await warnOrDisable(endpoint)
}

/** Several processes may find the same endpoint. The one that changes its row sends the email. */
export async function warnOrDisable({ account_id, warned_at, ...endpoint }: FailingEndpoint): Promise<void> {
  const ctx = systemCtx(account_id)
  const age = (since: Date) => ctx.now().getTime() - since.getTime()
  const { id, failing_since } = endpoint
  if (!warned_at) {
    if (age(failing_since) < WARN_MS) return
    await write(ctx, async (tx) => {
      const { count } = await tx.db.webhookEndpoint.updateMany({
        where: { id, warned_at: null, status: 'active' },
        data: { warned_at: tx.now() },
      })
      if (count > 0)
        await notify(tx, {
          kind: 'webhook_failing',
          ...about(endpoint, tx.now()),
          email: () => failingEndpointEmail(endpoint),
        })
    })
  } else if (age(failing_since) >= DISABLE_MS && age(warned_at) >= WARN_MS) {
    await write(ctx, async (tx) => {
      if (await disable(tx, { id, by: 'failures' }))
        await notify(tx, {
          kind: 'webhook_disabled',
          ...about(endpoint, tx.now()),
          email: () => disabledEndpointEmail(endpoint),
        })
    })
  }
}

const about = ({ id }: { id: number }, now: Date) => ({
  key: `${id} ${now.toISOString()}`,
  path: `/settings/webhooks/${id}`,
})
