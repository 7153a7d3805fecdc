import { type Ctx, serviceCtx } from '../../../core/context.ts'
import { readExpiries } from '../../../core/instance/certificates.ts'
import type { Env } from '../../../env.ts'
import { dnsResolver } from '../../../lib/dns/dns-resolver.ts'
import { type Finding, finding } from '../../../lib/finding.ts'
import { isLoopback } from '../../../lib/net/web-address.ts'
import { getIntakeState } from '../../bounces/intake-state.ts'
import { listUnknownProxies, proxyWarning } from '../../proxies/service.ts'

const DAY_MS = 86_400_000
/** Certificates are usually renewed a month before they expire. If one has not been renewed by this time, the renewal has failed. */
const SOON_DAYS = 14
const ANSWER_MS = 5_000
/** Normally, reports are applied within seconds. */
const LATE_MS = 5 * 60_000

const ADDRESSES = ['BASE_URL', 'APP_URL', 'PUBLIC_URL', 'TRACKING_URL'] as const

type AddressSettings = Pick<Env, (typeof ADDRESSES)[number]>

/** Requests each public URL as visitors do, and checks its certificate. */
export async function checkAddresses(ctx: Ctx, { env }: { env: AddressSettings }): Promise<Finding[]> {
  const names = new Map<string, string[]>()
  for (const name of ADDRESSES) names.set(env[name], [...(names.get(env[name]) ?? []), name])
  const findings = await Promise.all([...names].map(([url, of]) => checkAddress(ctx, url, of.join(', '))))
  return findings.flat()
}

async function checkAddress(ctx: Ctx, url: string, subject: string): Promise<Finding[]> {
  if (isLoopback(new URL(url))) {
    const text = `${url} reaches this machine only. Set BASE_URL to the address that visitors use, such as https://newsletter.example.com`
    return [finding(subject, 'warn', text)]
  }
  const isEncrypted = url.startsWith('https:')
  const [problem, expiries] = await Promise.all([
    problemOf(url),
    isEncrypted ? readExpiries({ files: [], urls: [url] }) : new Map<string, Date>(),
  ])
  const answer = problem
    ? finding(subject, 'fail', `${url} does not lead here: ${problem}. Check its DNS record and your proxy`)
    : finding(subject, 'ok', `${url} leads here`)
  if (!isEncrypted)
    return [answer, finding('TLS', 'fail', `${url} is not encrypted. Use an address that begins with https://`)]
  return [answer, ...[...expiries].map(([host, at]) => certificateOf(host, Math.floor((+at - +ctx.now()) / DAY_MS)))]
}

function certificateOf(host: string, days: number): Finding {
  if (days < 0) return finding('TLS', 'fail', `the certificate of ${host} has expired. Renew it`)
  const text = `the certificate of ${host} expires in ${days} days`
  return days < SOON_DAYS ? finding('TLS', 'warn', `${text}. Check why it is not renewed`) : finding('TLS', 'ok', text)
}

/** Returns the reason why an address does not lead to this service; undefined if it does. */
async function problemOf(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' })
    await answer.body?.cancel()
    return answer.ok ? undefined : `/healthz answers ${answer.status}`
  } catch (error) {
    const { cause, message } = error as Error
    return (cause as NodeJS.ErrnoException | undefined)?.code ?? message
  }
}

/** Reports unknown proxies, which the server process records. */
export async function checkProxies(): Promise<Finding[]> {
  const unknown = await listUnknownProxies(serviceCtx())
  if (unknown.length > 0) return unknown.map((proxy) => finding('proxies', 'warn', proxyWarning(proxy)))
  return [finding('proxies', 'ok', 'no address outside TRUSTED_PROXIES forwarded requests in the last week')]
}

/** Reports how bounces and complaints arrive, whether mail to BOUNCE_DOMAIN can reach this service, and waiting reports. */
export async function checkIntake(
  ctx: Ctx,
  { env }: { env: Pick<Env, 'BOUNCE_DOMAIN' | 'DNS_SERVERS'> },
): Promise<Finding[]> {
  const { ways, sources, oldest_waiting_at, waiting } = await getIntakeState(ctx)
  if (ways.length === 0)
    return [
      finding(
        'bounces',
        'warn',
        'nothing is configured, so only addresses that the mail server refuses immediately are noticed. Set BOUNCE_DOMAIN with BOUNCE_SMTP_PORT or BOUNCE_IMAP_URL, or the secret of your provider’s webhook',
      ),
    ]
  const findings = ways.map(({ source, detail }) => {
    const last = sources.find((one) => one.source === source)
    const when = last ? `last report ${last.last_at.slice(0, 16).replace('T', ' ')} UTC` : 'no report yet'
    return finding(source, 'ok', `${detail}, ${when}`)
  })
  const isLate = oldest_waiting_at !== null && +ctx.now() - Date.parse(oldest_waiting_at) > LATE_MS
  return [
    ...findings,
    ...(env.BOUNCE_DOMAIN ? [await checkBounceDomain(env.BOUNCE_DOMAIN, env.DNS_SERVERS)] : []),
    ...(isLate ? [finding('bounces', 'warn', `${waiting} reports wait to be applied: is a worker running?`)] : []),
  ]
}

async function checkBounceDomain(domain: string, servers: Env['DNS_SERVERS']): Promise<Finding> {
  try {
    const records = await dnsResolver(servers).resolveMx(domain)
    const hosts = records.map(({ exchange }) => exchange)
    if (hosts.length > 0) return finding('DNS', 'ok', `mail to ${domain} goes to ${hosts.join(', ')}`)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENODATA', 'ENOTFOUND'].includes(code))
      return finding('DNS', 'warn', `${domain} cannot be looked up: ${code || 'unknown error'}`)
  }
  return finding('DNS', 'fail', `${domain} has no MX record. Add one that names the server that receives its mail`)
}
