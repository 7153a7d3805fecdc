import { isAtLeast, type Role } from '../../core/context.ts'
import { localeFor } from '../../core/locale/locales.ts'
import { inLanguage } from '../../core/locale/of-account.ts'
import { inLocale } from '../../core/locale/scope.ts'
import type { Tx } from '../../core/write/write.ts'
import { env } from '../../env.ts'
import { t } from '../../lib/locale/texts.ts'
import { queueUserEmail } from '../service-mail/service.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'
import {
  type Channels,
  channelsOf,
  KINDS,
  type NotificationKind,
  REPEATED,
  TOPIC,
  type Topic,
} from './values-schema.ts'

/** Maximum number of notifications kept per account, which limits the list in any case. */
export const MAX_KEPT = 2_000
const MAX_TITLE = 300
const MAX_DETAIL = 1_000

export type NoticeEmail = Pick<ServiceEmail, 'subject' | 'paragraphs'> &
  Partial<Pick<ServiceEmail, 'heading' | 'action'>>

export interface Told {
  kind: NotificationKind
  /** Subject and time: `5`, `3 2026-03-04`. Each key of a kind is announced only once. */
  key: string
  /** The dashboard page to open. */
  path: string
  /** Writes the email. Its subject and first paragraph are also the notification in the product. */
  email: () => NoticeEmail
  /** Only these members, who started or take part in something. Undefined: all members with a sufficient role. */
  user_ids?: readonly number[]
  /** Members who get the email unless they opted out, such as the creator of a broadcast. */
  also_emailed?: readonly number[]
}

/**
 * Notifies members in the transaction of the change: in the product, and by email if they chose that. A key is not repeated; of repeated
 * conditions, the list keeps the newest. Skips users who are not members or whose role is too low. The notification is stored once with its
 * least role, which is compared again when a member reads it, because a row per member would outlive a demotion. Called by services,
 * because webhook events do not include failures.
 */
export async function notify(tx: Tx, told: Told): Promise<void> {
  const { kind, key, path, email, user_ids } = told
  const topic = KINDS[kind]
  const { least_role } = TOPIC[topic]
  const { title, detail } = inLanguage({ language: 'en' }, () => textsOf(email()))
  const members = await readMembers(tx, least_role, user_ids)
  const inserted = await tx.sql.rows<{ id: number; user_id: number | null }>(
    `insert into notification (account_id, kind, key, user_id, least_role, title, detail, path, created_at, translations)
     select $1, $2, $3 || coalesce(' for ' || u.id, ''), u.id, $4::role, $5, $6, $7, $8, $10::jsonb
     from unnest($9::int[]) as u(id)
       left join membership m on m.account_id = $1 and m.user_id = u.id and m.role <= $4::role
     where u.id is null or m.user_id is not null
     order by u.id on conflict (account_id, key) do nothing returning id, user_id`,
    [
      kind,
      `${kind} ${key}`,
      least_role,
      title,
      detail,
      path,
      tx.now(),
      user_ids ? [...new Set(user_ids)] : [null],
      translationsFor(members, email),
    ],
  )
  const [first] = inserted
  if (!first) return
  if (REPEATED.has(kind))
    await tx.sql.run(
      `delete from notification n using notification o
       where n.account_id = $1 and o.account_id = $1 and o.id = $2 and n.id < o.id and n.kind = o.kind and n.path = o.path
         and n.title = o.title and n.user_id is not distinct from o.user_id`,
      [first.id],
    )
  await tx.sql.run(
    `delete from notification where account_id = $1 and id <= (
       select id from notification where account_id = $1 order by id desc offset $2 limit 1)`,
    [MAX_KEPT],
  )
  const told_ids = user_ids && new Set(inserted.map(({ user_id }) => user_id))
  for (const member of members)
    if ((!told_ids || told_ids.has(member.user_id)) && isEmailed(member, topic, told))
      await queueUserEmail(tx, {
        to: member.email_address,
        email: () => emailOf(told, topic),
        kind: isAtLeast(least_role, 'admin') ? 'owner_email' : 'service_email',
      })
}

/** Returns the texts of the notification in the product. */
const textsOf = ({ subject, paragraphs }: NoticeEmail) => ({
  title: subject.slice(0, MAX_TITLE).toWellFormed(),
  detail: (paragraphs[0] ?? '').slice(0, MAX_DETAIL).toWellFormed(),
})

/** Returns the texts as JSON, by language tag, in each translated language of these members. Null: there is none. */
function translationsFor(members: readonly Member[], email: Told['email']): string | null {
  const languages = new Set(members.flatMap(({ language }) => language ?? []))
  const found = [...languages].map((language) => localeFor({ chosen: language })).filter(({ catalog }) => catalog)
  if (found.length === 0) return null
  return JSON.stringify(
    Object.fromEntries(found.map((locale) => [locale.tag, inLocale(locale, () => textsOf(email()))])),
  )
}

interface Member {
  user_id: number
  language: string | null
  role: Role
  email_address: string
  channels: Partial<Record<Topic, Channels>> | null
}

const readMembers = (tx: Tx, least_role: Role, user_ids: readonly number[] | undefined): Promise<Member[]> =>
  tx.sql.rows<Member>(
    `select m.user_id, u.language, m.role::text as role, u.email as email_address, s.channels
     from membership m join users u on u.id = m.user_id
       left join notification_setting s on s.account_id = m.account_id and s.user_id = m.user_id
     where m.account_id = $1 and m.role <= $2::role and ($3::int[] is null or m.user_id = any ($3))
     order by m.created_at, m.user_id`,
    [least_role, user_ids ?? null],
  )

function isEmailed({ user_id, role, channels }: Member, topic: Topic, { also_emailed = [] }: Told): boolean {
  const chosen = channels?.[topic]
  return chosen ? chosen.by_email : also_emailed.includes(user_id) || channelsOf(topic, role, undefined).by_email
}

function emailOf({ path, email }: Told, topic: Topic): ServiceEmail {
  const written = email()
  const settings = `${env().APP_URL}/settings/notifications`
  return {
    heading: written.subject,
    action: { label: t`Open in Envoi`, url: `${env().APP_URL}${path}` },
    ...written,
    footnote: t`You received this email because of “${TOPIC[topic].label}” in your notification settings. Change them at ${settings}`,
  }
}
