import type { Tx } from '../../core/write/write.ts'
import type { NotificationKind } from '../../modules/notifications/values-schema.ts'

const HOUR_MS = 3_600_000

interface Told {
  kind: NotificationKind
  hours: number
  title: string
  detail: string
  path: string
}

/** Adds the owner's notifications, and comments of former members on a draft. */
export async function addTeamTalk(tx: Tx, { broadcast_id }: { broadcast_id: number }): Promise<void> {
  const ago = (hours: number) => new Date(+tx.now() - hours * HOUR_MS)
  await tx.sql.run(
    'update membership m set created_at = a.created_at from account a where m.account_id = $1 and a.id = $1',
  )
  const comment = { account_id: tx.account_id, kind: 'broadcast', item_id: broadcast_id }
  const thread = await tx.db.draftComment.create({
    data: {
      ...comment,
      author: 'Lin Berg',
      text: 'Could the subject say how many markets? Half of the list only sees that line.',
      created_at: ago(5),
    },
  })
  await tx.db.draftComment.createMany({
    data: [
      {
        ...comment,
        thread_id: thread.id,
        author: 'Omar Haddad',
        text: 'Agreed. I would put “twelve markets” in it.',
        created_at: ago(4),
      },
      { ...comment, author: 'Omar Haddad', text: 'The three things are great. Keep them.', created_at: ago(3) },
    ],
  })
  const sent_broadcast = await tx.db.broadcast.findFirst({
    where: { status: 'completed' },
    orderBy: { send_at: 'desc' },
    select: { id: true, subject: true, send_at: true },
  })
  const draft = await tx.db.broadcast.findFirst({ where: { id: broadcast_id }, select: { subject: true } })
  const notifications: Told[] = [
    {
      kind: 'broadcast_sent',
      hours: (+tx.now() - +(sent_broadcast?.send_at ?? tx.now())) / HOUR_MS,
      title: `Your broadcast “${sent_broadcast?.subject}” has been sent`,
      detail: 'Its report shows deliveries, opens and clicks as they arrive.',
      path: `/broadcasts/${sent_broadcast?.id}`,
    },
    {
      kind: 'webhook_disabled',
      hours: 70,
      title: 'Your webhook “Workshop calendar” was disabled',
      detail:
        'Every delivery to https://calendar.studio-north.example/hooks has failed, so nothing more is sent there.',
      path: '/settings/webhooks',
    },
    {
      kind: 'import_completed',
      hours: 52,
      title: 'The import of “workshop-visitors.csv” is complete',
      detail: '214 rows were read.',
      path: '/subscribers/import',
    },
    {
      kind: 'mention',
      hours: 5,
      title: `Lin Berg mentioned you on “${draft?.subject}”`,
      detail: '@Nora Lind Could the subject say how many markets?',
      path: `/broadcasts/${broadcast_id}?comment=${thread.id}`,
    },
    {
      kind: 'comment',
      hours: 3,
      title: `Omar Haddad commented on “${draft?.subject}”`,
      detail: 'The three things are great. Keep them.',
      path: `/broadcasts/${broadcast_id}?comment=${thread.id}`,
    },
  ]
  // Notifications caused by seeding itself become older than the others.
  await tx.db.notification.updateMany({ data: { created_at: ago(200) } })
  await tx.db.notification.createMany({
    data: notifications.map(({ hours, ...notification }) => ({
      ...notification,
      account_id: tx.account_id,
      key: `seeded ${notification.kind}`,
      least_role: 'viewer' as const,
      created_at: ago(hours),
    })),
  })
}
