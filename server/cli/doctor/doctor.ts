import { statfsSync } from 'node:fs'
import type { OpenRuntime } from '../../boot.ts'
import { clock } from '../../core/clock.ts'
import { serviceCtx } from '../../core/context.ts'
import { database, unscoped } from '../../db/client.ts'
import { readMigrations } from '../../db/migrate.ts'
import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import type { Env } from '../../env.ts'
import { dmarcOf, isReservedDomain, spfOf } from '../../lib/dns/dns-records.ts'
import { domainOf } from '../../lib/text/email-address.ts'
import { asciiDomainOf } from '../../mail/mime/header.ts'
import { latestBackups, OVERDUE_MS } from '../../modules/backups/service.ts'
import { findServiceSigningDomain } from '../../modules/delivery/signing/signing-domain.ts'
import { listUnknownProxies, proxyWarning } from '../../modules/proxies/service.ts'
import { engagementLagSeconds } from '../../modules/subscribers/engagement/engagement.ts'
import { checkTransports } from '../../modules/transports/circuits/check.ts'
import { checkHosts } from '../../modules/transports/hosts.ts'
import { listCircuits } from '../../modules/transports/service.ts'
import type { Answer, Command } from '../command.ts'
import { type Finding, finding } from './finding.ts'
import { checkJobs } from './jobs.ts'

const SLOW_RANKS_S = 900
const LITTLE_DISK = 1e9

export const doctor: Command = {
  summary: 'looks at database, mail, DNS of sending domains, jobs and disk',
  usage: 'doctor',
  options: {},
  async run(_values, runtime, closing): Promise<Answer> {
    const parts = [
      checkDatabase(runtime),
      checkRights(),
      checkMail(runtime),
      checkMailHosts(),
      checkDomains(),
      checkSenders(runtime),
      checkServiceSender(runtime),
      checkJobs(runtime, closing),
      checkRanks(),
      checkBackups(runtime),
      checkDisk(runtime),
      checkProxies(),
    ]
    const findings = (await Promise.all(parts)).flat()
    const width = Math.max(...findings.map(({ subject }) => subject.length))
    return {
      lines: findings.map(({ subject, status, text }) => `${status.padEnd(4)}  ${subject.padEnd(width)}  ${text}`),
      data: findings,
      failed: findings.some(({ status }) => status === 'fail'),
    }
  },
}

async function checkDatabase({ env }: OpenRuntime): Promise<Finding[]> {
  const { pool } = database()
  await pool.query('select 1')
  const began = performance.now()
  const { rows } = await pool.query<{ version: string; size: string; free: number }>(
    `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size,
       current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity) as free`,
  )
  const ms = Math.round(performance.now() - began)
  const { version, size, free } = rows[0] ?? { version: '', size: '', free: 0 }
  const where = env.DATABASE_URL ? 'your PostgreSQL' : 'built-in PostgreSQL'
  const short = free < env.DATABASE_POOL
  return [
    {
      subject: 'database',
      status: 'ok',
      text: `${where} ${version}, ${size}, answers in ${ms} ms, ${readMigrations().length} migrations`,
    },
    short
      ? finding(
          'connections',
          'warn',
          `only ${free} are free, and each process may want ${env.DATABASE_POOL} (DATABASE_POOL)`,
        )
      : finding('connections', 'ok', `${free} are free; each process uses ${describeConnections(env)}`),
  ]
}

const describeConnections = ({ DATABASE_POOL, connections: { main, sending, exports } }: OpenRuntime['env']) =>
  `up to ${DATABASE_POOL}: ${main} for requests and jobs, ${sending} for sending, ${exports} for exports, 1 for notifications`

/** Reports a role that is not the owner of the logs and can change them: docs/operate.md takes the rights away (decision 0085). */
export async function checkRights(): Promise<Finding[]> {
  const { rows } = await database().pool.query<{ name: string }>(
    `select relname as name from pg_class where oid in ('audit_entry'::regclass, 'security_event'::regclass)
       and not pg_has_role(relowner, 'usage') and has_table_privilege(oid, 'update, delete, truncate') order by 1`,
  )
  return rows.map(({ name }) =>
    finding(
      'rights',
      'warn',
      `the database role can change ${name}: run the last statements of “Two roles for PostgreSQL” in docs/operate.md`,
    ),
  )
}

/** Checks the transports, and updates what the dashboard shows about them. */
export async function checkMail({ env }: Pick<OpenRuntime, 'env'>): Promise<Finding[]> {
  if (!env.SMTP_URL && !env.TRANSPORTS)
    return [
      finding(
        'mail',
        'warn',
        'SMTP_URL is not set: mail is caught and shown in the dashboard, nothing leaves this machine',
      ),
    ]
  const checks = await checkTransports({ now: clock.now() })
  const circuits = await listCircuits()
  const since = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const findings = checks.map(({ name, server, problem }) => {
    const known = circuits.find(({ transport, account_id }) => transport === name && account_id === SERVICE_ACCOUNT)
    const subject = env.SMTP_URL ? 'mail' : `transport ${name}`
    if (problem === null && known)
      return finding(subject, 'fail', `refuses our messages since ${since(known.since)}, last: ${known.reply}`)
    if (problem === null) return finding(subject, 'ok', `${server} answers and lets us in`)
    const waits = `mail has waited since ${since(known?.since ?? clock.now())}`
    return finding(subject, 'fail', env.SMTP_URL ? `SMTP_URL: ${problem}; ${waits}` : problem)
  })
  const refused = circuits.filter(({ account_id }) => account_id !== SERVICE_ACCOUNT)
  return [
    ...findings,
    ...refused.map(({ account_id, transport, since: at, reply }) =>
      finding(
        `mail of account ${account_id}`,
        'warn',
        `refused${env.SMTP_URL ? '' : ` by ${transport}`} since ${since(at)}, last: ${reply}`,
      ),
    ),
  ]
}

/** Checks what receivers require of a mail server (B4). */
async function checkMailHosts(): Promise<Finding[]> {
  const hosts = await checkHosts()
  return hosts.flatMap(({ transport, host_name, is_own, warnings }) => {
    if (warnings.length > 0) return warnings.map((text) => finding(`host of ${transport}`, 'warn', text))
    return is_own
      ? [finding(`host of ${transport}`, 'ok', `${host_name}: its address and its name lead to each other`)]
      : []
  })
}

/** Checks what receivers require of a sending domain (B2, B3). */
async function checkDomains(): Promise<Finding[]> {
  const senders = await unscoped().sendingAddress.findMany({
    where: { status: 'confirmed' },
    select: { email_address: true },
  })
  const domains = [...new Set(senders.map(({ email_address }) => domainOf(email_address)))].filter(
    (domain) => !isReservedDomain(domain),
  )
  return (await Promise.all(domains.map(checkDomain))).flat()
}

/** Reports addresses whose link was caught before SMTP_URL was set. They cannot send until their owners follow a new link. */
async function checkSenders({ env }: OpenRuntime): Promise<Finding[]> {
  if (!env.SMTP_URL) return []
  const unproven = await unscoped().sendingAddress.count({
    where: { status: 'confirmed', proof: 'caught_mail', account: { mail_is_caught: false } },
  })
  if (unproven === 0) return []
  const text = `${unproven} sending ${unproven === 1 ? 'address was' : 'addresses were'} confirmed while mail was caught and cannot send: use “Send new link” in Settings → Sending addresses`
  return [finding('senders', 'warn', text)]
}

/** Reports whether service emails are signed. */
async function checkServiceSender({ env }: OpenRuntime): Promise<Finding[]> {
  const domain = asciiDomainOf(env.MAIL_FROM)
  if ((!env.SMTP_URL && !env.TRANSPORTS) || isReservedDomain(domain)) return []
  const signed_by = await findServiceSigningDomain({ email_address: env.MAIL_FROM })
  if (signed_by) return [finding('service emails', 'ok', `${env.MAIL_FROM} is signed by ${signed_by.domain}`)]
  const text = `are not signed: add ${domain}, the domain of MAIL_FROM, under Settings → Sending domains of an account of yours`
  return [finding('service emails', 'warn', text)]
}

function checkDomain(domain: string): Promise<Finding[]> {
  return Promise.all([
    record(`SPF of ${domain}`, spfOf(domain), 'add a TXT record that begins with v=spf1 and names your mail server'),
    record(
      `DMARC of ${domain}`,
      dmarcOf(domain).then((found) => found?.record ?? null),
      `add a TXT record at _dmarc.${domain} such as v=DMARC1; p=none`,
    ),
  ])
}

async function record(subject: string, asked: Promise<string | null>, remedy: string): Promise<Finding> {
  try {
    const found = await asked
    return found ? finding(subject, 'ok', found) : finding(subject, 'fail', `is missing: ${remedy}`)
  } catch (error) {
    return finding(subject, 'warn', `cannot be looked up: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/** Checks ranks by engagement. They count 90 days; a job removes older messages. */
async function checkRanks(): Promise<Finding[]> {
  const seconds = Math.round(await engagementLagSeconds())
  if (seconds <= SLOW_RANKS_S) return [finding('engagement', 'ok', 'ranks count the last 90 days')]
  return [
    finding(
      'engagement',
      'warn',
      `ranks still count mail that left the 90 days ${seconds} s ago: is a worker running?`,
    ),
  ]
}

/** Reports unknown proxies, which the server process records. */
export async function checkProxies(): Promise<Finding[]> {
  const unknown = await listUnknownProxies(serviceCtx())
  if (unknown.length > 0) return unknown.map((proxy) => finding('proxies', 'warn', proxyWarning(proxy)))
  return [finding('proxies', 'ok', 'no address outside TRUSTED_PROXIES forwarded requests in the last week')]
}

/** Reports the last backup, and that none was made, that the last try failed, or that it is overdue. */
export async function checkBackups({ env }: { env: Pick<Env, 'BACKUP_DIR'> }): Promise<Finding[]> {
  const { made, tried } = await latestBackups(serviceCtx())
  const at = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (tried?.error) return [finding('backup', 'fail', `failed at ${at(tried.ended_at)}: ${tried.error}`)]
  const remedy = env.BACKUP_DIR
    ? 'is a worker running?'
    : 'set BACKUP_DIR and BACKUP_PASSPHRASE for one each day, or run `npm run envoi -- backup FILE`'
  if (!made) return [finding('backup', 'warn', `none was ever made: ${remedy}`)]
  const is_old = +clock.now() - +made.started_at > OVERDUE_MS
  const text = `${made.file} on ${made.host}, of ${at(made.started_at)}`
  return [is_old ? finding('backup', 'warn', `the last is old: ${text}; ${remedy}`) : finding('backup', 'ok', text)]
}

async function checkDisk({ env }: OpenRuntime): Promise<Finding[]> {
  if (env.DATABASE_URL) return []
  const { bavail, bsize, blocks } = statfsSync(env.DATA_DIR)
  const free = bavail * bsize
  const text = `${(free / 1e9).toFixed(1)} GB of ${((blocks * bsize) / 1e9).toFixed(0)} GB are free below ${env.DATA_DIR}`
  return [finding('disk', free < LITTLE_DISK ? 'fail' : 'ok', text)]
}
