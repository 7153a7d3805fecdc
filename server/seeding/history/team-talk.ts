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

/** What the owner was told, and what former members said about a draft. */
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
      text: 'Could the subject say which weekend? Half of the list only sees that line.',
      created_at: ago(5),
    },
  })
  await tx.db.draftComment.createMany({
    data: [
      {
        ...comment,
        thread_id: thread.id,
        author: 'Omar Haddad',
        text: 'Agreed. I would put “12 and 13 June” in it.',
        created_at: ago(4),
      },
      { ...comment, author: 'Omar Haddad', text: 'The picture of the kiln is great. Keep it.', created_at: ago(3) },
    ],
  })
  const told: Told[] = [
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
      kind: 'broadcast_sent',
      hours: 30,
      title: 'Your broadcast “The kiln is warm again” has been sent',
      detail: 'Its report shows deliveries, opens and clicks as they arrive.',
      path: '/broadcasts',
    },
    {
      kind: 'plan_limit_near',
      hours: 9,
      title: 'The subscriber limit of your plan is near',
      detail: '912 of 1,000 active subscribers.',
      path: '/settings/plan',
    },
    {
      kind: 'mention',
      hours: 5,
      title: 'Lin Berg mentioned you on “Open studio: come and throw a pot”',
      detail: '@Nora Lind Could the subject say which weekend?',
      path: `/broadcasts/${broadcast_id}?comment=${thread.id}`,
    },
  ]
  await tx.db.notification.createMany({
    data: told.map(({ hours, ...notification }) => ({
      ...notification,
      account_id: tx.account_id,
      key: `seeded ${notification.kind}`,
      least_role: 'viewer' as const,
      created_at: ago(hours),
    })),
  })
}
