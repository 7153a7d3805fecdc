import { systemCtx, systemPool } from '../../core/context.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { env } from '../../env.ts'
import { currentLocale } from '../../lib/locale/current.ts'
import { countText, numberText } from '../../lib/locale/formats.ts'
import { t } from '../../lib/locale/texts.ts'
import { queueUserEmail } from '../service-mail/service.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'
import { digestStopUrl } from './stop.ts'
import type { Digest } from './values-schema.ts'

/** Members per batch. */
const MEMBERS = 200
/** Hour when digests are sent, in the account's time zone. */
const HOUR = 8
const MAX_FORMS = 5

export interface MemberKey extends Record<string, number> {
  account_id: number
  user_id: number
}

interface Due {
  account_id: number
  user_id: number
  from: Date
  until: Date
}

// A digest covers the last whole day, or the last week from Monday, in the account's time zone.
const DUE = `
  select s.account_id, s.user_id, p.until, (p.local_until - p.length) at time zone a.time_zone as "from"
  from notification_setting s join account a on a.id = s.account_id
    cross join lateral (select case s.digest when 'weekly' then 'week' else 'day' end as unit) u
    cross join lateral (
      select date_trunc(u.unit, $1::timestamptz at time zone a.time_zone) as local_until, ('1 ' || u.unit)::interval as length,
        date_trunc(u.unit, $1::timestamptz at time zone a.time_zone) at time zone a.time_zone as until
    ) p
  where s.digest <> 'off' and s.digest_until < p.until and a.deletes_at is null and not a.sign_in_disabled
    and $1::timestamptz at time zone a.time_zone >= p.local_until + interval '${HOUR} hours'`

/** Sends due digests, in the order of their members. Returns where it stopped, or null at the end. */
export async function sendDigests({ now, after }: { now: Date; after: MemberKey }): Promise<MemberKey | null> {
  const { rows } = await systemPool().query<Due>(
    `${DUE} and (s.account_id, s.user_id) > ($2, $3) order by 1, 2 limit ${MEMBERS}`,
    [now, after.account_id, after.user_id],
  )
  for (const due of rows) await sendDigest(due, now)
  const last = rows.at(-1)
  return rows.length < MEMBERS || !last ? null : { account_id: last.account_id, user_id: last.user_id }
}

/** Queues the email and marks the digest as sent in one transaction, so it is sent only once. */
const sendDigest = ({ account_id, user_id, from, until }: Due, now: Date): Promise<void> =>
  write({ ...systemCtx(account_id), now: () => now }, async (tx) => {
    const member = await tx.sql.one<Member>(
      `update notification_setting s set digest_until = $3
       from users u, account a
       where s.account_id = $1 and s.user_id = $2 and s.digest <> 'off' and s.digest_until < $3 and u.id = s.user_id and a.id = $1
       returning u.email as email_address, s.digest, a.name as account_name, a.time_zone`,
      [user_id, until],
    )
    if (!member) return
    const counts = await countSignUps(tx, { from, until })
    if (counts.added === 0) return
    const stop_url = digestStopUrl({ account_id, user_id })
    await queueUserEmail(tx, {
      to: member.email_address,
      email: () => digestEmail({ ...member, ...counts, from, stop_url }),
      stop_url,
    })
  })

interface Member {
  email_address: string
  digest: Exclude<Digest, 'off'>
  account_name: string
  time_zone: string
}

interface SignUps {
  added: number
  unsubscribed: number
  forms: { name: string; count: number }[]
}

async function countSignUps(tx: Tx, { from, until }: { from: Date; until: Date }): Promise<SignUps> {
  const row = await tx.sql.one<SignUps>(
    `select (select count(*)::int from subscriber t where t.account_id = $1 and t.created_at >= $2 and t.created_at < $3) as added,
       (select count(*)::int from subscriber t where t.account_id = $1 and t.state = 'cancelled'
          and t.canceled_at >= $2 and t.canceled_at < $3) as unsubscribed,
       (select coalesce(jsonb_agg(f), '[]') from (
          select f.name, count(*)::int as count from subscriber t
            join form_subscription x on x.account_id = $1 and x.subscriber_id = t.id and x.added_at >= $2 and x.added_at < $3
            join form f on f.account_id = $1 and f.id = x.form_id
          where t.account_id = $1 and t.created_at >= $2 and t.created_at < $3
          group by f.id, f.name order by 2 desc, f.id limit ${MAX_FORMS}) f) as forms`,
    [from, until],
  )
  return row ?? { added: 0, unsubscribed: 0, forms: [] }
}

const subscribers = (count: number) => countText(count, numberText(count), 'new subscriber')

function digestEmail({
  digest,
  account_name,
  time_zone,
  added,
  unsubscribed,
  forms,
  from,
  stop_url,
}: Member & SignUps & { from: Date; stop_url: string }): ServiceEmail {
  const day = new Intl.DateTimeFormat(currentLocale().tag, { dateStyle: 'long', timeZone: time_zone }).format(from)
  const when = digest === 'daily' ? t`on ${day}` : t`in the week of ${day}`
  return {
    subject: `${account_name}: ${subscribers(added)}`,
    heading: subscribers(added),
    paragraphs: [
      t`“${account_name}” got ${subscribers(added)} ${when}, and ${numberText(unsubscribed)} unsubscribed.`,
      ...forms.map(({ name, count }) => `${name}: ${numberText(count)}`),
    ],
    action: { label: t`View subscribers`, url: `${env().APP_URL}/subscribers` },
    footnote:
      digest === 'daily'
        ? t`You chose a daily digest of new subscribers. Nothing is sent when there are none.`
        : t`You chose a weekly digest of new subscribers. Nothing is sent when there are none.`,
    stop: { label: t`Stop this digest`, url: stop_url },
  }
}
