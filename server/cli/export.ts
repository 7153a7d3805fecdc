import { createHash } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ctx, systemCtx } from '../core/context.ts'
import { AppError, conflict, invalid } from '../core/errors.ts'
import { fileBytes } from '../modules/exports/file/file.ts'
import { runExport } from '../modules/exports/run.ts'
import { type Export, NewExport } from '../modules/exports/schema.ts'
import { cancelExport, getExport, getFile, requestAccountExport, requestExport } from '../modules/exports/service.ts'
import { Status } from '../modules/subscribers/schema.ts'
import { accountOf } from './accounts.ts'
import { type Command, UsageError, type Values } from './command.ts'
import { interruptible } from './interrupt.ts'

const LOOK_MS = 500

export const exportFile: Command = {
  summary:
    'writes subscribers, the recipients of a broadcast, or everything in an account to a file, as the dashboard does',
  usage: `export [<file or folder>] --account <id> | --email <owner> [--state ${Status.options.join('|')}] [--tag <name>] [--search <text>]
      | --broadcast <id> | --everything`,
  positional: 'file',
  options: {
    account: { type: 'string' },
    email: { type: 'string' },
    state: { type: 'string' },
    tag: { type: 'string' },
    search: { type: 'string' },
    broadcast: { type: 'string' },
    everything: { type: 'boolean', default: false },
  },
  async run(values) {
    const ctx = systemCtx(await accountOf(values))
    const wanted = await wantedOf(ctx, values)
    const path_option = typeof values.file === 'string' ? values.file : '.'
    const folder = await isFolder(path_option)
    if (!folder) await refuseExisting(path_option)
    return interruptible(async (ended) => {
      const { id } = wanted ? await requestExport(ctx, wanted) : await requestAccountExport(ctx)
      const result = await make(ctx, id, ended)
      const target = folder ? path.join(path_option, result.filename) : path_option
      if (folder) await refuseExisting(target)
      await save(ctx, { id, target, ended })
      return {
        lines: [`${target}: ${result.done_rows} rows, ${result.byte_size} bytes.`],
        data: { ...result, file: target },
      }
    })
  },
}

/** Returns the selection to export; undefined for the whole account. */
async function wantedOf(ctx: Ctx, values: Values): Promise<NewExport | undefined> {
  const narrows = ['state', 'tag', 'search'].filter((name) => values[name] !== undefined)
  const kinds = [values.everything && 'everything', values.broadcast && 'broadcast', ...narrows].filter(Boolean)
  if ((values.everything || values.broadcast) && kinds.length > 1)
    throw new UsageError(`--${kinds.join(' and --')} cannot be given together`)
  if (values.everything) return undefined
  const selection = values.broadcast
    ? { kind: 'broadcast', selection: { broadcast_id: Number(values.broadcast) } }
    : {
        kind: 'subscribers',
        selection: { status: values.state, search: values.search, tag_id: await tagOf(ctx, values) },
      }
  const parsed = NewExport.safeParse(selection)
  if (parsed.success) return parsed.data
  throw new UsageError(
    values.broadcast ? '--broadcast is the number of a broadcast' : `--state is one of ${Status.options.join(', ')}`,
  )
}

async function tagOf(ctx: Ctx, { tag }: Values): Promise<number | undefined> {
  if (typeof tag !== 'string') return undefined
  const found = await ctx.db.tag.findFirst({
    where: { name: { equals: tag, mode: 'insensitive' } },
    select: { id: true },
  })
  if (!found) throw invalid(`There is no tag ${tag}`)
  return found.id
}

/** Makes the export. A worker may make it at the same time; the process that starts last completes it. */
async function make(ctx: Ctx, id: number, ended: AbortSignal): Promise<Export> {
  const began = performance.now()
  let isOver = false
  const making = runExport(ctx, { id }).finally(() => {
    isOver = true
  })
  // Awaited below. Prevents an unhandled rejection until then.
  making.catch(() => undefined)
  const pause = () => sleep(LOOK_MS, undefined, { signal: ended }).catch(() => undefined)
  for (;;) {
    const status = await getExport(ctx, { id })
    if (status.state === 'completed') return status
    if (status.state !== 'queued' && status.state !== 'running') {
      throw conflict(status.error ?? 'The export was canceled. Nothing was kept.')
    }
    if (ended.aborted) {
      // It may end at this moment. The next check reports how.
      await cancelExport(ctx, { id }).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'conflict')) throw error
      })
      continue
    }
    const seconds = (performance.now() - began) / 1000
    const of = status.total_rows === null ? '' : ` of ${status.total_rows}`
    if (seconds > 1)
      process.stderr.write(`${status.done_rows}${of} rows, ${Math.round(status.done_rows / seconds)} rows/s\n`)
    await (isOver ? making.then(pause) : Promise.race([making, pause()]))
  }
}

/** Saves the file under a temporary name until it is complete and its hash matches. */
async function save(
  ctx: Ctx,
  { id, target, ended }: { id: number; target: string; ended: AbortSignal },
): Promise<void> {
  const { byte_size, content_hash } = await getFile(ctx, { id })
  const part = `${target}.part`
  const handle = await open(part, 'w').catch((error: Error) => {
    throw new UsageError(`${target} cannot be written: ${error.message}`)
  })
  const hash = createHash('sha256')
  try {
    for await (const bytes of fileBytes(ctx, { id, start: 0, end: byte_size - 1 })) {
      if (ended.aborted) throw conflict('Nothing was written. Download the file under Exports and jobs.')
      hash.update(bytes)
      await handle.writeFile(bytes)
    }
    if (hash.digest('hex') !== content_hash)
      throw conflict('The written file differs from the export. Nothing was kept.')
    await handle.close()
    await rename(part, target)
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(part, { force: true })
    throw error
  }
}

const isFolder = async (name: string) => (await stat(name).catch(() => undefined))?.isDirectory() ?? false

async function refuseExisting(target: string): Promise<void> {
  if (await stat(target).catch(() => undefined)) throw new UsageError(`There is a file ${target} already`)
}
