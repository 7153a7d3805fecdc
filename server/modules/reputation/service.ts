import { type Ctx, systemCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { inLanguage } from '../../core/locale/of-account.ts'
import { iso } from '../../core/wire.ts'
import { write } from '../../core/write/write.ts'
import { percentOf } from '../../lib/text/rates.ts'
import { ALL_DOMAINS, addChanges, clearCounts, type DomainCounts, readWindow } from '../delivery/reputation/counts.ts'
import {
  describeGuard,
  endPause,
  endWarning,
  listAllGuards,
  listGuards,
  saveGuard,
} from '../delivery/reputation/guard.ts'
import { decideReputation, WINDOW_DAYS } from '../delivery/reputation/limits.ts'
import { notify } from '../notifications/notify.ts'
import { recordSecurityEvent } from '../security-events/service.ts'
import { guardEmail } from './emails.ts'

export { EXPIRED_REPUTATION } from '../delivery/reputation/counts.ts'

import type { DomainHealth, GuardedAccount, ResumeInput, SendingHealth } from './schema.ts'

/** Changes per statement. */
const MAX_CHANGES = 10_000

/**
 * Counts events since the last call and checks the affected accounts. Warns or pauses an account over a limit, and emails its owners, once.
 * Returns whether changes are left.
 */
export async function checkReputations(): Promise<{ is_last: boolean }> {
  const { account_ids, is_last } = await addChanges({ limit: MAX_CHANGES })
  for (const account_id of account_ids) await checkAccount(systemCtx(account_id))
  return { is_last }
}

async function checkAccount(ctx: Ctx): Promise<void> {
  const { domains, total } = await readWindow(ctx)
  const known = new Map((await listGuards(ctx)).map((guard) => [guard.domain, guard.state]))
  for (const counts of checked({ domains, total })) {
    const { domain } = counts
    const { state, cause } = decideReputation(counts)
    if (known.get(domain) === state || known.get(domain) === 'paused') continue
    if (state === 'good' && !known.has(domain)) continue
    await write(ctx, async (tx) => {
      if (cause === null || state === 'good') return endWarning(tx, { domain })
      const { sent, failed, hard_bounced, complained } = counts
      const guard = { domain, state, cause, sent, failed, hard_bounced, complained }
      if (await saveGuard(tx, guard))
        await notify(tx, {
          kind: state === 'paused' ? 'sending_paused' : 'sending_warned',
          key: `${domain} ${tx.now().toISOString()}`,
          path: '/settings/sending-health',
          email: () => guardEmail(guard),
        })
    })
  }
}

/** Checks all domains together only if no single one explains the rate, because that domain would be announced twice. */
function checked({ domains, total }: { domains: DomainCounts[]; total: DomainCounts }): DomainCounts[] {
  const rank = (counts: DomainCounts) => ['good', 'warned', 'paused'].indexOf(decideReputation(counts).state)
  const isExplained = domains.some((counts) => rank(counts) >= rank(total))
  return isExplained ? domains : [...domains, total]
}

/** Returns the rates of the window and their consequences, paused domains first. */
export async function getSendingHealth(ctx: Ctx): Promise<SendingHealth> {
  const { domains, total } = await readWindow(ctx)
  const guards = new Map((await listGuards(ctx)).map((guard) => [guard.domain, guard]))
  const listed = [...domains]
  for (const domain of guards.keys())
    if (!domains.some((counts) => counts.domain === domain))
      listed.push(domain === ALL_DOMAINS ? total : { domain, sent: 0, failed: 0, hard_bounced: 0, complained: 0 })
  const views = listed.map((counts): DomainHealth => {
    const guard = guards.get(counts.domain)
    const paused = guard?.state === 'paused' ? guard : undefined
    const { state, cause } = paused ?? decideReputation(counts)
    return {
      ...counts,
      hard_bounce_rate: percentOf('hard_bounce_rate', counts),
      complaint_rate: percentOf('complaint_rate', counts),
      state,
      cause,
      summary: cause === null ? null : describeGuard(paused ?? { ...counts, cause }),
    }
  })
  const rank = ({ state }: DomainHealth) => ['paused', 'warned', 'good'].indexOf(state)
  return { window_days: WINDOW_DAYS, domains: views.sort((a, b) => rank(a) - rank(b)) }
}

/**
 * Ends a pause and restarts the count. Sequences continue; stopped broadcasts are resumed individually. Stores the note in the security
 * log. Throws not_found if the domain is not paused.
 */
export async function resumeSending(ctx: Ctx, { domain, note }: ResumeInput): Promise<void> {
  await write(ctx, async (tx) => {
    const guard = await endPause(tx, { domain })
    if (!guard) throw notFound()
    await clearCounts(tx, { domain })
    await recordSecurityEvent(tx, {
      kind: 'sending_resumed',
      summary: `Resumed sending. ${inLanguage({ language: 'en' }, () => describeGuard(guard))} Note: ${note}`,
    })
  })
}

/** Lists accounts that were warned or paused, for administrators of the instance. */
export async function listGuardedAccounts(_ctx: Ctx): Promise<GuardedAccount[]> {
  return (await listAllGuards()).map(({ account_id, account_name, since, ...guard }) => ({
    account_id,
    account_name,
    domain: guard.domain,
    state: guard.state,
    summary: describeGuard(guard),
    since: iso(since),
  }))
}
