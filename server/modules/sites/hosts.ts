import { isIP } from 'node:net'
import { clock } from '../../core/clock.ts'
import { systemPool } from '../../core/context.ts'
import { ONE_PLAN } from '../../db/statements/one-plan.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import { ownHosts } from '../style/site-url.ts'

/** Time that a process caches the account of a host, in milliseconds. Changes by other processes take effect this much later. */
const REMEMBERED_MS = 5_000
const MAX_REMEMBERED = 10_000

/** Recently requested hosts, oldest first. */
const remembered = processSingleton<Map<string, { account_id: number | undefined; until: number }>>(
  'site hosts',
  () => new Map(),
)

/** Returns the host name of a `Host` header if it may be a creator's domain: neither this instance's own nor an IP address. */
export function foreignHost(header: string | undefined): string | undefined {
  const host = header?.replace(/:\d+$/, '').toLowerCase().replace(/\.$/, '')
  if (!host?.includes('.') || host.startsWith('[') || isIP(host) !== 0 || ownHosts().includes(host)) return undefined
  return host
}

/** Returns the account whose site is connected to a host. */
export async function findAccountOfHost(host: string): Promise<number | undefined> {
  const now = +clock.now()
  const known = remembered.get(host)
  if (known && known.until > now) return known.account_id
  const { rows } = await systemPool().query<{ account_id: number }>(
    `${ONE_PLAN}select account_id from site where domain = $1 and domain_live_at is not null`,
    [host],
  )
  const account_id = rows[0]?.account_id
  remembered.delete(host)
  remembered.set(host, { account_id, until: now + REMEMBERED_MS })
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_REMEMBERED) break
    remembered.delete(oldest)
  }
  return account_id
}

/** Clears this process's cache of hosts, after a change. */
export const forgetHosts = (): void => remembered.clear()
