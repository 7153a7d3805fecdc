import { type Ctx, systemPool } from '../../core/context.ts'
import { iso, isoOrNull } from '../../core/wire.ts'
import { env } from '../../env.ts'
import type { IntakeState } from './schema.ts'
import { configuredProviders } from './webhooks/receive.ts'

/** Maximum number of reports that are read to find the last one of each source. */
const MAX_READ = 2_000
const MAX_COUNTED = 10_000

/** Returns the ways for reports to reach this instance, the times of the last ones, and the number of messages to be applied. */
export async function getIntakeState(_ctx: Ctx): Promise<IntakeState> {
  const { rows: sources } = await systemPool().query<{ source: string; at: Date; unmatched: number }>(
    `select source, max(created_at) as at, (count(*) filter (where outcome = 'unmatched'))::int as unmatched
     from (select source, created_at, outcome from delivery_report order by created_at desc limit ${MAX_READ}) t
     group by 1 order by 2 desc`,
  )
  const { rows } = await systemPool().query<{ waiting: number; oldest: Date | null; failed: number }>(
    `select count(*)::int as waiting, min(received_at) as oldest, (count(*) filter (where attempts > 1))::int as failed
     from (select received_at, attempts from received_message where read_at is null limit ${MAX_COUNTED}) t`,
  )
  const [backlog] = rows
  return {
    ways: configuredWays(),
    sources: sources.map(({ source, at, unmatched }) => ({ source, last_at: iso(at), unmatched })),
    waiting: backlog?.waiting ?? 0,
    oldest_waiting_at: isoOrNull(backlog?.oldest ?? null),
    failing: backlog?.failed ?? 0,
  }
}

function configuredWays(): IntakeState['ways'] {
  const { BOUNCE_DOMAIN, BOUNCE_SMTP_PORT, BOUNCE_IMAP_URL } = env()
  const ways: IntakeState['ways'] = []
  if (BOUNCE_DOMAIN && BOUNCE_SMTP_PORT)
    ways.push({ source: 'smtp', detail: `${BOUNCE_DOMAIN}, port ${BOUNCE_SMTP_PORT}` })
  // Only the host, because the URL contains a password.
  if (BOUNCE_IMAP_URL) ways.push({ source: 'imap', detail: new URL(BOUNCE_IMAP_URL).host })
  return [...ways, ...configuredProviders().map((name) => ({ source: name, detail: `/hooks/bounces/${name}` }))]
}
