import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { testAccount } from '../../testing/account.ts'
import { downloaded, exported } from '../../testing/modules/exports.ts'
import { createCustomField } from '../custom-fields/service.ts'
import { CHUNK_BYTES } from './schema.ts'
import { getExport, requestExport } from './service.ts'

const SCRIPT = fileURLToPath(new URL('../../testing/processes/export-process.ts', import.meta.url))
const SUBSCRIBERS = 30_000
const KILLS = inject('kills')
const everyone = { kind: 'subscribers', selection: { status: 'all' } } as const

/** Adds enough subscribers for several chunks, so a process can die before, between and after them. */
async function addManySubscribers(ctx: Ctx): Promise<void> {
  await createCustomField(ctx, { label: 'Note' })
  const { slot } = await ctx.db.customField.findFirstOrThrow({ select: { slot: true } })
  await ctx.sql.run(
    `insert into subscriber (account_id, email_address, first_name, fields)
     select $1, 'p' || n || '@x.example', 'N' || n, jsonb_build_object($2::text, repeat('=note, "' || n || e'"\\n', 8))
     from generate_series(1, ${SUBSCRIBERS}) n`,
    [slot],
  )
}

/** Runs a process on the export and kills it when this many bytes are stored, or lets it finish. */
async function work(ctx: Ctx, id: number, kill_after: number): Promise<'killed' | 'ended'> {
  const args = [SCRIPT, inject('database_url'), ctx.account_id, id].map(String)
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const { attempt } = await attemptOf(ctx, id)
  while (child.exitCode === null && child.signalCode === null) {
    const now = await attemptOf(ctx, id)
    if (now.attempt > attempt && now.byte_size >= kill_after) child.kill('SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10))
  }
  return (await ended) === 'SIGKILL' ? 'killed' : 'ended'
}

async function attemptOf(ctx: Ctx, id: number): Promise<{ attempt: number; byte_size: number }> {
  const row = await ctx.db.export.findFirstOrThrow({ where: { id }, select: { attempt: true, byte_size: true } })
  return { attempt: row.attempt, byte_size: Number(row.byte_size) }
}

test('an export killed with -9 at random bytes produces the same file as an undisturbed one', async () => {
  const { ctx } = await testAccount()
  await addManySubscribers(ctx)
  const undisturbed = await exported(ctx, everyone)
  expect(undisturbed.file.byte_size).toBeGreaterThan(4 * CHUNK_BYTES)

  const { id } = await requestExport(ctx, everyone)
  let killed = 0
  // On a busy machine the file may be complete before the kill.
  while (killed < KILLS && (await work(ctx, id, Math.random() * 0.8 * undisturbed.file.byte_size)) === 'killed')
    killed++
  expect(killed).toBeGreaterThan(0)
  if (killed === KILLS) expect(await work(ctx, id, Number.POSITIVE_INFINITY)).toBe('ended')

  const interrupted = await getExport(ctx, { id })
  expect(interrupted).toMatchObject({
    state: 'completed',
    total_rows: SUBSCRIBERS,
    done_rows: SUBSCRIBERS,
    error: null,
  })
  expect((await downloaded(ctx, interrupted)).equals(undisturbed.bytes)).toBe(true)
  const [pieces] = await ctx.sql.rows<{ count: number }>(
    'select count(*)::int as count from export_chunk where account_id = $1 and export_id = $2',
    [id],
  )
  expect(pieces?.count).toBe(Math.ceil(interrupted.byte_size / CHUNK_BYTES))
})
