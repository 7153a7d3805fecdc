import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { database } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { killAtWork, runProcess } from '../../testing/database/kill-at-work.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { downloaded, exported } from '../../testing/modules/exports.ts'
import { createCustomField } from '../custom-fields/service.ts'
import { CHUNK_BYTES } from './schema.ts'
import { getExport, requestExport } from './service.ts'

runInOwnDatabase()

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

/** Runs a process on the export and kills it soon after `kill_after` bytes are stored. */
async function killAt(ctx: Ctx, id: number, kill_after: number, hold_at: number): Promise<void> {
  const { attempt } = await attemptOf(ctx, id)
  await killAtWork(SCRIPT, [database().url, ctx.account_id, id], {
    progress: { table: 'export', column: 'byte_size' },
    hold_at,
    isDue: async () => {
      const now = await attemptOf(ctx, id)
      return now.attempt > attempt && now.byte_size >= kill_after
    },
  })
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
  const { byte_size } = undisturbed.file
  for (let kills = 0; kills < KILLS; kills++) await killAt(ctx, id, Math.random() * 0.8 * byte_size, 0.9 * byte_size)
  expect(await runProcess(SCRIPT, [database().url, ctx.account_id, id])).toBe(0)

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
