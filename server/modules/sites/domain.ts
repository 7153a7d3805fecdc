import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { isoOrNull } from '../../core/wire.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { env } from '../../env.ts'
import { isReservedDomain } from '../../lib/dns/dns-records.ts'
import { dnsResolver } from '../../lib/dns/dns-resolver.ts'
import {
  lookUpAll,
  orNone,
  type RecordResolver,
  type RecordResult,
  type RecordResults,
  resultOf,
  textsOf,
} from '../../lib/dns/record-lookup.ts'
import { t } from '../../lib/locale/texts.ts'
import { notify } from '../notifications/notify.ts'
import { recordSecurityEvent } from '../security-events/service.ts'
import { parseOwnDomain, recordNames, shownDomain } from '../sending-domains/domain-name.ts'
import type { NewDomain } from '../sending-domains/schema.ts'
import { ownHosts } from '../style/site-url.ts'
import { brokenSiteDomainEmail, lostSiteDomainEmail } from './emails.ts'
import { forgetHosts } from './hosts.ts'
import type { SiteDomain, SiteRecord } from './schema.ts'

/** A page that checks again within this time gets the last result. */
const AGAIN_MS = 3_000
/** Time that a connected domain may lack a record before links stop using it, in milliseconds. Covers a change of provider and mistakes. */
export const GRACE_MS = 3 * 86_400_000

const PROOF_LABEL = '_envoi-site'

/** The host that visitors of this instance reach. */
export const siteTarget = (): string => new URL(env().PUBLIC_URL).hostname

/** Includes the host that domains pointed to before PUBLIC_URL was set, so they keep working. */
const siteTargets = () => [...new Set([siteTarget(), new URL(env().BASE_URL).hostname])]

interface Stored {
  domain: string
  domain_token: string
  domain_checked_at: Date | null
  domain_results: unknown
  domain_live_at: Date | null
  domain_broken_at: Date | null
}

async function load(ctx: Ctx): Promise<Stored | null> {
  const site = await ctx.db.site.findFirst({ where: {} })
  return site?.domain && site.domain_token ? { ...site, domain: site.domain, domain_token: site.domain_token } : null
}

/** Returns the domain with its records and the results of the last check, or null. */
export async function loadDomain(ctx: Ctx): Promise<SiteDomain | null> {
  const storedDomain = await load(ctx)
  if (!storedDomain) return null
  const records = recordsOf(storedDomain)
  const status =
    storedDomain.domain_live_at === null ? 'pending' : storedDomain.domain_broken_at ? 'broken' : 'connected'
  const isComplete = records.every(({ state }) => state === 'found')
  return {
    domain: shownDomain(storedDomain.domain),
    status,
    checked_at: isoOrNull(storedDomain.domain_checked_at),
    records,
    addresses: (storedDomain.domain_results as RecordResults).own?.found ?? [],
    problem:
      status === 'broken'
        ? 'A DNS record is missing. Links lead here for three days; after that they lead to the address with your name.'
        : status === 'pending' && isComplete
          ? 'Another account has connected this domain. Disconnect it there first.'
          : null,
  }
}

function recordsOf({ domain, domain_token, domain_results }: Stored): SiteRecord[] {
  const results = domain_results as RecordResults
  const record = (
    key: SiteRecord['key'],
    prefix: string | null,
    expected: Pick<SiteRecord, 'description' | 'type' | 'value'>,
  ) => {
    const { state = 'unchecked', found = [] } = results[key] ?? {}
    const names = recordNames(prefix, domain)
    return { ...expected, ...names, key, state, found: state === 'differs' ? found : [] } as SiteRecord
  }
  return [
    record('target', null, {
      type: 'CNAME',
      value: siteTarget(),
      description: 'Leads visitors of the domain to your site.',
    }),
    record('proof', PROOF_LABEL, { type: 'TXT', value: domain_token, description: 'Proves that the domain is yours.' }),
  ]
}

/** Adds a domain, replacing the current one. Throws invalid for a name that no account can own or that is the service's own. */
export async function setDomain(ctx: Ctx, { domain: typed }: NewDomain): Promise<SiteDomain> {
  const domain = parseOwnDomain(typed)
  if (ownHosts().includes(domain))
    throw invalid(t`${shownDomain(domain)} is the address of this service. Use a domain of yours`)
  await write(ctx, async (tx) => {
    const known = await load(tx)
    if (known?.domain === domain) return
    tx.onCommit(forgetHosts)
    const { account_id } = tx
    const change = {
      domain,
      domain_token: `envoi-site-${randomBytes(12).toString('hex')}`,
      domain_added_at: tx.now(),
      ...NOT_CHECKED,
    }
    await tx.db.site.upsert({ where: { account_id }, create: { account_id, ...change }, update: change })
    await recordSecurityEvent(tx, {
      kind: 'site_domain_changed',
      summary: `The domain of the public site was set to ${shownDomain(domain)}`,
    })
  })
  return checkDomain(ctx)
}

const NOT_CHECKED = { domain_checked_at: null, domain_results: {}, domain_live_at: null, domain_broken_at: null }

/** Removes the domain. Links use the address with the site's name again. */
export async function removeDomain(ctx: Ctx): Promise<void> {
  await write(ctx, async (tx) => {
    tx.onCommit(forgetHosts)
    await tx.db.site.updateMany({
      where: {},
      data: { domain: null, domain_token: null, domain_added_at: null, ...NOT_CHECKED },
    })
  })
}

interface Lookup {
  resolver?: RecordResolver
  patience_ms?: number
}

/** Looks up the records now and stores the results with all consequences. Throws not_found without a domain. */
export async function checkDomain(
  ctx: Ctx,
  { resolver = dnsResolver(env().DNS_SERVERS), patience_ms }: Lookup = {},
): Promise<SiteDomain> {
  const known = await load(ctx)
  if (!known) throw notFound()
  const isFresh = known.domain_checked_at !== null && +ctx.now() - +known.domain_checked_at < AGAIN_MS
  if (!isFresh) {
    const results = await lookUp(known, { resolver, patience_ms })
    await write(ctx, (tx) => applyResults(tx, { domain: known.domain, results }))
  }
  const domain = await loadDomain(ctx)
  if (!domain) throw notFound()
  return domain
}

/** Skips lookups of names that cannot exist. */
async function lookUp(
  { domain, domain_token }: Stored,
  { resolver, patience_ms }: { resolver: RecordResolver; patience_ms: number | undefined },
): Promise<RecordResults> {
  if (isReservedDomain(domain)) return { target: NONE, proof: NONE }
  const proof = async () => {
    const texts = await textsOf(`${PROOF_LABEL}.${domain}`, resolver)
    return resultOf(texts, texts.includes(domain_token))
  }
  const own = async () => resultOf(await addressesOf(siteTarget(), resolver), true)
  return lookUpAll({ target: lookUpTarget(domain, resolver), proof: proof(), own: own() }, { resolver, patience_ms })
}

const NONE: RecordResult = { state: 'missing', found: [] }

/** Accepts a CNAME to this instance, or only addresses of this instance, because an apex domain cannot have a CNAME. */
async function lookUpTarget(domain: string, resolver: RecordResolver): Promise<RecordResult> {
  const aliases = (await orNone(resolver.resolveCname(domain))).map((alias) => alias.toLowerCase())
  if (aliases.length > 0)
    return resultOf(
      aliases,
      aliases.some((alias) => siteTargets().includes(alias)),
    )
  const [v4, v6] = await Promise.all([orNone(resolver.resolve4(domain)), orNone(resolver.resolve6(domain))])
  const found = [...v4, ...v6]
  if (found.length === 0) return NONE
  const wanted = new Set((await Promise.all(siteTargets().map((host) => addressesOf(host, resolver)))).flat())
  return resultOf(
    found,
    found.every((address) => wanted.has(address)),
  )
}

async function addressesOf(host: string, resolver: RecordResolver): Promise<string[]> {
  const [v4, v6] = await Promise.all([orNone(resolver.resolve4(host)), orNone(resolver.resolve6(host))])
  return [...v4, ...v6]
}

async function applyResults(tx: Tx, { domain, results }: { domain: string; results: RecordResults }): Promise<void> {
  await tx.sql.one('select 1 from site where account_id = $1 for update')
  tx.onCommit(forgetHosts)
  const stored = await load(tx)
  // The domain was removed or replaced during the lookup.
  if (stored?.domain !== domain) return
  const now = tx.now()
  const data = { domain_checked_at: now, domain_results: asJson(results) }
  // The addresses of this instance are only for display.
  const states = [results.target, results.proof].map((result) => result?.state)
  if (states.includes('no_answer')) {
    await tx.db.site.updateMany({ where: {}, data })
    return
  }
  if (states.every((state) => state === 'found')) {
    const isMine = stored.domain_live_at !== null || !(await isConnectedByOther(tx, domain))
    const domain_live_at = isMine ? (stored.domain_live_at ?? now) : null
    await tx.db.site.updateMany({ where: {}, data: { ...data, domain_live_at, domain_broken_at: null } })
    return
  }
  if (stored.domain_live_at === null) {
    await tx.db.site.updateMany({ where: {}, data })
    return
  }
  const domain_broken_at = stored.domain_broken_at ?? now
  const isOver = +now - +domain_broken_at >= GRACE_MS
  await tx.db.site.updateMany({
    where: {},
    data: { ...data, ...(isOver ? { domain_live_at: null, domain_broken_at: null } : { domain_broken_at }) },
  })
  if (!isOver && stored.domain_broken_at) return
  await notify(tx, {
    kind: isOver ? 'site_domain_lost' : 'site_domain_broken',
    key: `${domain} ${now.toISOString()}`,
    path: '/settings/site',
    email: () => (isOver ? lostSiteDomainEmail(shownDomain(domain)) : brokenSiteDomainEmail(shownDomain(domain))),
  })
}

const asJson = (results: RecordResults) =>
  Object.fromEntries(Object.entries(results).map(([key, result]) => [key, { ...result }]))

const isConnectedByOther = async (tx: Tx, domain: string) =>
  (await tx.sql.one('select 1 from site where account_id <> $1 and domain = $2 and domain_live_at is not null', [
    domain,
  ])) !== undefined
