import type { Ctx } from '../../core/context.ts'
import type { Expired } from '../../db/purge.ts'
import { env } from '../../env.ts'
import { isTrusted, unknownProxy } from '../../lib/net/client-address.ts'

const HOUR_MS = 3_600_000
const RETENTION_DAYS = 7

/** An address that sent X-Forwarded-For without being in TRUSTED_PROXIES. */
export interface UnknownProxy {
  ip: string
  is_private: boolean
}

/** Returns the addresses that forwarded requests in the last week and are not trusted yet, private ones first. */
export async function listUnknownProxies(ctx: Ctx): Promise<UnknownProxy[]> {
  const rows = await ctx.db.unknownProxy.findMany({
    where: { seen_at: { gt: new Date(+ctx.now() - RETENTION_DAYS * 24 * HOUR_MS) } },
    orderBy: { is_private: 'desc' },
  })
  return rows.filter(({ ip }) => !isTrusted(ip, env().TRUSTED_PROXIES ?? []))
}

/** Returns the problem and the setting to change, in one sentence for a log or a terminal. */
export const proxyWarning = ({ ip, is_private }: UnknownProxy): string =>
  is_private
    ? `A proxy at ${ip} forwards requests, but TRUSTED_PROXIES does not name it: every visitor seems to come from ${ip}. Set TRUSTED_PROXIES=${ip}`
    : `Requests from ${ip} carry X-Forwarded-For, which is ignored because TRUSTED_PROXIES does not name that address. If it is your proxy, set TRUSTED_PROXIES=${ip}`

export type ProxyWatch = (peer: string | undefined, forwarded_for: string | undefined) => void

/**
 * Warns of proxies seen before this start. Returns a function to call with the peer and X-Forwarded-For header of every request. It warns
 * of the first new private address and the first new public one, and stores one of each, at most hourly.
 */
export async function watchProxies(ctx: Ctx): Promise<ProxyWatch> {
  const stored_at = new Map<boolean, number>()
  const warned = new Set<boolean>()
  const warn = (proxy: UnknownProxy) => {
    if (warned.has(proxy.is_private)) return
    warned.add(proxy.is_private)
    ctx.log.warn({ ip: proxy.ip }, proxyWarning(proxy))
  }
  for (const proxy of await listUnknownProxies(ctx)) warn(proxy)
  return (peer, forwarded_for) => {
    if (forwarded_for === undefined) return
    const proxy = unknownProxy(peer, forwarded_for, env().TRUSTED_PROXIES ?? [])
    if (!proxy) return
    const now = +ctx.now()
    if ((stored_at.get(proxy.is_private) ?? 0) + HOUR_MS > now) return
    stored_at.set(proxy.is_private, now)
    warn(proxy)
    storeSighting(ctx, proxy).catch((error: Error) => ctx.log.error({ reason: error.message }, 'sighting not stored'))
  }
}

async function storeSighting(ctx: Ctx, { ip, is_private }: UnknownProxy): Promise<void> {
  const seen_at = ctx.now()
  await ctx.db.unknownProxy.upsert({
    where: { is_private },
    create: { is_private, ip, seen_at },
    update: { ip, seen_at },
  })
}

/** Deletes old sightings, because IP addresses are personal data. */
export const EXPIRED_SIGHTINGS: readonly Expired[] = [
  { table: 'unknown_proxy', where: 'seen_at < $1', kept_days: RETENTION_DAYS },
]
