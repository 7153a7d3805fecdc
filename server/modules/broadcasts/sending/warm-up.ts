import { setTimeout as pauseFor } from 'node:timers/promises'
import { systemCtx } from '../../../core/context.ts'
import type { Logger } from '../../../core/log.ts'
import { isStopping } from '../../../core/stopping.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { outageOf } from '../../../db/connections/outage.ts'
import { SERVICE_ACCOUNT } from '../../../db/scope.ts'
import { BUILT_IN_LAYOUTS } from '../../../mail/layouts.ts'
import { composeFor, type Draft, findMistakes } from '../../delivery/compose/compose.ts'
import { runPreflight, SAMPLE_SUBSCRIBER } from '../../delivery/compose/preflight.ts'
import { findLayout } from '../../templates/service.ts'
import { audienceSql } from '../compose/audience.ts'

const SUBJECT = 'News for {{ subscriber.first_name }}'
const CONTENT = '<p>Hello {{ subscriber.first_name }}, <a href="https://example.com/">read on</a>.</p>'
const DRAFT: Draft = {
  subject: SUBJECT,
  preview_text: null,
  content: CONTENT,
  layout: { id: 0, name: 'Classic', category: 'General', html: BUILT_IN_LAYOUTS.Classic },
  sender: { name: 'Envoi', address: 'no-reply@example.com' },
  tracking_disabled: false,
}
const ACCOUNT = {
  name: 'Envoi',
  language: 'en',
  time_zone: 'UTC',
  postal_address: 'Main Street 1',
  open_tracking_enabled: true,
  click_tracking_enabled: true,
}

interface WarmUpOptions {
  log: Logger
  pause?: (ms: number) => Promise<unknown>
}

const PAUSE_MS = 1_000

/**
 * Warms up the sending code. Without a free connection, as under load, the first jobs wait for it; after any other error they start,
 * possibly late.
 */
export async function warmUp({ log, pause = pauseFor }: WarmUpOptions): Promise<void> {
  for (;;) {
    try {
      return await warmUpSending()
    } catch (err) {
      if (isStopping() || !outageOf(err)) return log.warn({ err }, 'the first jobs may start late')
      log.info({ reason: (err as Error).message }, 'the first jobs wait for a connection to PostgreSQL')
      await pause(PAUSE_MS)
    }
  }
}

/**
 * Runs the code for starting a scheduled broadcast once, without an account and without writes. The first run in a process is ten times
 * slower (Prisma's query compiler, Liquid, HTML and MIME), which would delay the first broadcast.
 */
async function warmUpSending(): Promise<void> {
  const ctx = systemCtx(SERVICE_ACCOUNT)
  await findLayout(ctx, { id: null })
  await write(ctx, buildMessage)
}

async function buildMessage(tx: Tx): Promise<void> {
  await findLayout(tx, { id: null })
  await findMistakes(tx, DRAFT)
  const { snapshot } = await composeFor(tx, DRAFT, { account: ACCOUNT, fields: [] })
  await runPreflight(tx, {
    audience: await audienceSql(tx, { subscriber_filter: null, excluded: null }, { first: 3 }),
    snapshot,
    samples: [SAMPLE_SUBSCRIBER],
  })
}
