// Sums over the mails by which emails of a sequence went out: every edition and every run. Contract 8.8, 8.9 and section 12.

const RATES = ['open', 'click', 'unsubscribe', 'bounce', 'complaint'] as const
const COUNTS = {
  opens: 'opened',
  clicks: 'clicked',
  email_unsubscribes: 'unsubscribed',
  bounces: 'bounced',
  complaints: 'complained',
} as const
const PART_OF: Record<(typeof RATES)[number], string> = {
  open: 'opened',
  click: 'clicked',
  unsubscribe: 'unsubscribed',
  bounce: 'bounced',
  complaint: 'complained',
}

const SUMS = `sum(m.recipients - m.excluded)::int as mailed,
  ${Object.values(COUNTS)
    .map((column) => `sum(m.${column})::int as ${column}`)
    .join(', ')}`

const percent = (part: string, whole: string) => `round(100.0 * n.${part} / nullif(n.${whole}, 0), 2)`

/** Those who were excluded were never meant to get it: rates are over the others. `none` stands where nothing was sent. */
function members(none: 'null' | '0'): string {
  const or_none = (value: string) => `coalesce(${value}, ${none})`
  const pairs = [
    `'recipients', ${or_none('nullif(n.mailed, 0)')}`,
    ...Object.entries(COUNTS).map(
      ([name, column]) => `'${name}', case when n.mailed > 0 then n.${column} else ${none} end`,
    ),
    ...RATES.map((name) => `'${name}_rate', ${or_none(percent(PART_OF[name], 'mailed'))}`),
    `'click_to_open_rate', ${or_none(percent('clicked', 'opened'))}`,
  ]
  return pairs.join(', ')
}

/** `stats` of a sequence: null where there is no data, except `unsubscribers`. */
export const sequenceStatsSql = (account_id: string, sequence_id: string) => `(
  select json_build_object('unsubscribers', (
    select count(*)::int from enrollment e join subscriber s on s.account_id = e.account_id and s.id = e.subscriber_id
    where e.account_id = ${account_id} and e.sequence_id = ${sequence_id} and s.state = 'cancelled'), ${members('null')})
  from (select ${SUMS} from mail m join sequence_email x on x.account_id = m.account_id and x.id = m.sequence_email_id
    where m.account_id = ${account_id} and x.sequence_id = ${sequence_id}) n)`

/** `stats` of one email: 0 where there is no data. */
export const emailStatsSql = (account_id: string, email_id: string) => `(
  select json_build_object(${members('0')})
  from (select ${SUMS} from mail m where m.account_id = ${account_id} and m.sequence_email_id = ${email_id}) n)`
