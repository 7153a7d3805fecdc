import { type Ctx, isAtLeast, type Role } from '../../core/context.ts'
import { forbidden } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import type { NotificationSettings, SettingsInput } from './schema.ts'
import { userOf } from './service.ts'
import { type Channels, channelsOf, type Digest, TOPIC, TOPICS, type Topic } from './values-schema.ts'

interface StoredSettings {
  role: Role
  email_address: string
  channels: Partial<Record<Topic, Channels>>
  digest: Digest
}

/** Returns the member's notification settings, with the role's defaults. An administrator viewing the account sees the defaults. */
export async function getNotificationSettings(ctx: Ctx): Promise<NotificationSettings> {
  const { role, channels, digest, email_address } = (await read(ctx)) ?? NO_MEMBER
  const topics = TOPICS.filter((topic) => isAtLeast(role, TOPIC[topic].least_role))
  return {
    topics: topics.map((topic) => ({ topic, ...channelsOf(topic, role, channels[topic]) })),
    digest,
    email_address,
  }
}

/** Changes the member's notification settings. Topics that are not given stay unchanged. Throws forbidden for users who are not members. */
export async function saveNotificationSettings(
  ctx: Ctx,
  { channels, digest }: SettingsInput,
): Promise<NotificationSettings> {
  return write(ctx, async (tx) => {
    const saved = await tx.sql.run(
      `insert into notification_setting as s (account_id, user_id, channels, digest, digest_until)
       select m.account_id, m.user_id, $3::jsonb, coalesce($4, 'off'), case when $4 is not null then $5::timestamptz end
       from membership m where m.account_id = $1 and m.user_id = $2
       on conflict (account_id, user_id) do update set channels = s.channels || excluded.channels,
         digest = coalesce($4, s.digest),
         digest_until = case when coalesce($4, s.digest) = s.digest then s.digest_until else $5::timestamptz end`,
      [userOf(tx), JSON.stringify(channels), digest ?? null, tx.now()],
    )
    if (saved === 0) throw forbidden()
    return getNotificationSettings(tx)
  })
}

const NO_MEMBER: StoredSettings = { role: 'viewer', channels: {}, digest: 'off', email_address: '' }

const read = (ctx: Ctx) =>
  ctx.sql.one<StoredSettings>(
    `select m.role::text as role, u.email as email_address, coalesce(s.channels, '{}') as channels, coalesce(s.digest, 'off') as digest
     from membership m join users u on u.id = m.user_id
       left join notification_setting s on s.account_id = m.account_id and s.user_id = m.user_id
     where m.account_id = $1 and m.user_id = $2`,
    [userOf(ctx)],
  )
