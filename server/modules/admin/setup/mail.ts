import { clock } from '../../../core/clock.ts'
import { SERVICE_ACCOUNT } from '../../../db/scope.ts'
import type { Env } from '../../../env.ts'
import { isReservedDomain } from '../../../lib/dns/dns-records.ts'
import { type Finding, finding } from '../../../lib/finding.ts'
import { asciiDomainOf } from '../../../mail/mime/header.ts'
import { findServiceSigningDomain } from '../../delivery/signing/signing-domain.ts'
import { checkTransports } from '../../transports/circuits/check.ts'
import { checkHosts } from '../../transports/hosts.ts'
import { listCircuits } from '../../transports/service.ts'

/** Checks the transports, and updates their state in the dashboard. */
export async function checkMail({ env }: { env: Env }): Promise<Finding[]> {
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
  const timeText = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const findings = checks.map(({ name, server, problem }) => {
    const known = circuits.find(({ transport, account_id }) => transport === name && account_id === SERVICE_ACCOUNT)
    const subject = env.SMTP_URL ? 'mail' : `transport ${name}`
    if (problem === null && known)
      return finding(subject, 'fail', `refuses our messages since ${timeText(known.since)}, last: ${known.reply}`)
    if (problem === null) return finding(subject, 'ok', `${server} answers and accepts us`)
    const waits = `mail has waited since ${timeText(known?.since ?? clock.now())}`
    return finding(subject, 'fail', env.SMTP_URL ? `SMTP_URL: ${problem}; ${waits}` : problem)
  })
  const refused = circuits.filter(({ account_id }) => account_id !== SERVICE_ACCOUNT)
  return [
    ...findings,
    ...refused.map(({ account_id, transport, since: at, reply }) =>
      finding(
        `mail of account ${account_id}`,
        'warn',
        `refused${env.SMTP_URL ? '' : ` by ${transport}`} since ${timeText(at)}, last: ${reply}`,
      ),
    ),
  ]
}

/** Checks receivers' requirements for a mail server (B4). */
export async function checkMailHosts(): Promise<Finding[]> {
  const hosts = await checkHosts()
  return hosts.flatMap(({ transport, host_name, is_own, warnings }) => {
    if (warnings.length > 0) return warnings.map((text) => finding(`host of ${transport}`, 'warn', text))
    return is_own
      ? [finding(`host of ${transport}`, 'ok', `${host_name}: its address and name resolve to each other`)]
      : []
  })
}

/** Reports whether service emails are signed. */
export async function checkServiceSender({ env }: { env: Env }): Promise<Finding[]> {
  const domain = asciiDomainOf(env.MAIL_FROM)
  if ((!env.SMTP_URL && !env.TRANSPORTS) || isReservedDomain(domain)) return []
  const signed_by = await findServiceSigningDomain({ email_address: env.MAIL_FROM })
  if (signed_by) return [finding('service emails', 'ok', `${env.MAIL_FROM} is signed by ${signed_by.domain}`)]
  const text = `are not signed: add ${domain}, the domain of MAIL_FROM, under Settings › Sending domains of an account of yours`
  return [finding('service emails', 'warn', text)]
}
