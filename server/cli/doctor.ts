import { openJobs } from '../boot.ts'
import { database, unscoped } from '../db/client.ts'
import { findRefusal } from '../db/connections/outage.ts'
import { readMigrations } from '../db/migrate.ts'
import type { Env } from '../env.ts'
import { checkJobs } from '../jobs/runs/check.ts'
import { dmarcOf, isReservedDomain, spfOf } from '../lib/dns/dns-records.ts'
import { type Finding, finding } from '../lib/finding.ts'
import { domainOf } from '../lib/text/email-address.ts'
import { checkMail, checkMailHosts, checkServiceSender } from '../modules/admin/setup/mail.ts'
import { checkProxies } from '../modules/admin/setup/network.ts'
import { checkBackups, checkDisk } from '../modules/admin/setup/storage.ts'
import { engagementLagSeconds } from '../modules/subscribers/engagement/engagement.ts'
import type { Answer, Command } from './command.ts'

const SLOW_RANKS_S = 900

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
      openJobs(runtime, { work: false, closing }).then(checkJobs),
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

export async function checkDatabase({ env }: { env: Env }): Promise<Finding[]> {
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
  const isShort = free < env.DATABASE_POOL
  const refusal = await findRefusal(pool)
  return [
    refusal === undefined
      ? finding(
          'database',
          'ok',
          `${where} ${version}, ${size}, answers in ${ms} ms, ${readMigrations().length} migrations`,
        )
      : finding('database', 'fail', `${where} ${version} refuses writes: ${refusal}`),
    isShort
      ? finding(
          'connections',
          'warn',
          `only ${free} are free, and each process may want ${env.DATABASE_POOL} (DATABASE_POOL)`,
        )
      : finding('connections', 'ok', `${free} are free; each process uses ${describeConnections(env)}`),
  ]
}

const describeConnections = ({ DATABASE_POOL, connections: { main, sending, exports } }: Env) =>
  `up to ${DATABASE_POOL}: ${main} for requests and jobs, ${sending} for sending, ${exports} for exports, 1 for notifications`

/** Reports a role that does not own the logs but can change them: docs/operate.md revokes these rights (decision 0085). */
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

/** Checks the requirements of receivers for sending domains (B2, B3). */
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
async function checkSenders({ env }: { env: Env }): Promise<Finding[]> {
  if (!env.SMTP_URL) return []
  const unproven = await unscoped().sendingAddress.count({
    where: { status: 'confirmed', proof: 'caught_mail', account: { mail_is_caught: false } },
  })
  if (unproven === 0) return []
  const text = `${unproven} sending ${unproven === 1 ? 'address was' : 'addresses were'} confirmed while mail was caught and cannot send: use “Send new link” in Settings › Sending addresses`
  return [finding('senders', 'warn', text)]
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

/** Checks the engagement ranks. They count 90 days; a job removes older messages. */
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
