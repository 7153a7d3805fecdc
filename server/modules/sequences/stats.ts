import { type Rate, rateSql } from '../../lib/text/rates.ts'

// Sums over all content versions and runs of a sequence's emails (contract 8.8, 8.9 and 12).

const RATES: Rate[] = [
  'open_rate',
  'click_rate',
  'click_to_open_rate',
  'unsubscribe_rate',
  'bounce_rate',
  'complaint_rate',
]
const COUNTS = {
  opens: 'opened',
  clicks: 'clicked',
  email_unsubscribes: 'unsubscribed',
  bounces: 'bounced',
  complaints: 'complained',
} as const

const SUMS = `sum(m.recipients - m.excluded)::int as mailed, sum(m.sent)::int as sent, sum(m.failed)::int as failed,
  ${Object.values(COUNTS)
    .map((column) => `sum(m.${column})::int as ${column}`)
    .join(', ')}`

/** Excluded subscribers are not recipients. `none` is the value without data. */
function members(none: 'null' | '0'): string {
  const or_none = (value: string) => `coalesce(${value}, ${none})`
  const pairs = [
    `'recipients', ${or_none('nullif(n.mailed, 0)')}`,
    ...Object.entries(COUNTS).map(
      ([name, column]) => `'${name}', case when n.mailed > 0 then n.${column} else ${none} end`,
    ),
    ...RATES.map((rate) => `'${rate}', ${rateSql(rate, { count: (name) => `n.${name}`, unit: 'percent', none })}`),
  ]
  return pairs.join(', ')
}

/** The `stats` of a sequence: null without data, except `unsubscribers`. */
export const sequenceStatsSql = (account_id: string, sequence_id: string) => `(
  select json_build_object('unsubscribers', (
    select count(*)::int from enrollment e join subscriber s on s.account_id = e.account_id and s.id = e.subscriber_id
    where e.account_id = ${account_id} and e.sequence_id = ${sequence_id} and s.state = 'cancelled'), ${members('null')})
  from (select ${SUMS} from mail m join sequence_email x on x.account_id = m.account_id and x.id = m.sequence_email_id
    where m.account_id = ${account_id} and x.sequence_id = ${sequence_id}) n)`

/** The `stats` of one email of a sequence or an automation: 0 without data. */
export const emailStatsSql = (
  account_id: string,
  email_id: string,
  column: 'sequence_email_id' | 'automation_email_id' = 'sequence_email_id',
) => `(
  select json_build_object(${members('0')})
  from (select ${SUMS} from mail m where m.account_id = ${account_id} and m.${column} = ${email_id}) n)`
