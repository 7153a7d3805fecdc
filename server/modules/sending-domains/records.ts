import { iso } from '../../core/wire.ts'
import { env } from '../../env.ts'
import type { RecordResults } from '../../lib/dns/record-lookup.ts'
import { RETURN_PATH_LABEL, returnPathTarget } from '../delivery/tracking/return-path.ts'
import { recordNames } from './domain-name.ts'
import type { DomainRecord } from './schema.ts'

/** Messages signed with a replaced key may be in transit for this long: mail servers retry for up to five days. */
export const TRANSIT_MS = 7 * 86_400_000

/** The properties of a key that its record and its use depend on. */
export interface KeyRow {
  id: number
  selector: string
  algorithm: 'rsa' | 'ed25519'
  public_key: string
  published_at: Date | null
  missing_at: Date | null
  retired_at: Date | null
}

/** Returns whether a key signs: its record was found and is not missing now. */
export const isLive = ({ published_at, missing_at, retired_at }: KeyRow): boolean =>
  published_at !== null && missing_at === null && retired_at === null

export const keyRecord = ({ id }: Pick<KeyRow, 'id'>): string => `dkim-${id}`

/** Returns the records that a domain should have, with the results of the last check. */
export function recordsOf(domain: string, keys: readonly KeyRow[], results: RecordResults): DomainRecord[] {
  const records = [...keys.map((key) => dkimRecord(key)), dmarcRecord()]
  const { SPF_INCLUDE } = env()
  if (SPF_INCLUDE) records.push(spfRecord(SPF_INCLUDE, results.spf?.found[0]))
  const bounce_domain = returnPathTarget()
  if (bounce_domain) records.push(returnPathRecord(bounce_domain))
  return records.map((record) => {
    const { state = 'unchecked', found = [] } = results[record.key] ?? {}
    const { prefix, ...expected } = record
    return { ...expected, ...recordNames(prefix, domain), state, found: state === 'differs' ? found : [] }
  })
}

interface Expected extends Omit<DomainRecord, 'name' | 'host' | 'state' | 'found'> {
  /** The part of the record's name before the domain. */
  prefix: string | null
}

const dkimRecord = (key: KeyRow): Expected => ({
  key: keyRecord(key),
  purpose: 'dkim',
  label: key.algorithm === 'rsa' ? 'DKIM (RSA)' : 'DKIM (Ed25519)',
  description: key.retired_at
    ? 'A key that was replaced. Emails in transit still need it.'
    : key.algorithm === 'rsa'
      ? 'Proves that your emails come from you. Every receiver checks it.'
      : 'A second, smaller signature for receivers that know it.',
  type: 'TXT',
  prefix: `${key.selector}._domainkey`,
  value: `v=DKIM1; k=${key.algorithm}; p=${key.public_key}`,
  is_required: key.algorithm === 'rsa' && key.retired_at === null,
  removable_at: key.retired_at && iso(new Date(key.retired_at.getTime() + TRANSIT_MS)),
})

const dmarcRecord = (): Expected => ({
  key: 'dmarc',
  purpose: 'dmarc',
  label: 'DMARC',
  description: 'Tells receivers what to do with emails that only claim to come from you. Gmail and Outlook require it.',
  type: 'TXT',
  prefix: '_dmarc',
  value: 'v=DMARC1; p=none',
  is_required: true,
  removable_at: null,
})

function spfRecord(include: string, found: string | undefined): Expected {
  return {
    key: 'spf',
    purpose: 'spf',
    label: 'SPF',
    description: 'Lists the mail servers that may send for your domain. There must be only one such record.',
    type: 'TXT',
    prefix: null,
    value: withInclude(found, include),
    is_required: false,
    removable_at: null,
  }
}

const returnPathRecord = (bounce_domain: string): Expected => ({
  key: 'return_path',
  purpose: 'return_path',
  label: 'Return path',
  description: 'Lets emails that cannot be delivered come back under your own domain.',
  type: 'CNAME',
  prefix: RETURN_PATH_LABEL,
  value: bounce_domain,
  is_required: false,
  removable_at: null,
})

/** Returns an SPF record with this include: the current record with the include added before `all`, or a new record. */
export function withInclude(present: string | undefined, include: string): string {
  if (!present) return `v=spf1 include:${include} ~all`
  const terms = present.split(/\s+/).filter(Boolean)
  const all = terms.findIndex((term) => /^[-~?+]?all$/i.test(term))
  terms.splice(all === -1 ? terms.length : all, 0, `include:${include}`)
  return terms.join(' ')
}
