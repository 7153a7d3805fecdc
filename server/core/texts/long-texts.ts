import { readCapped } from '../../lib/bytes/read-capped.ts'
import { Pace } from '../../lib/concurrency/pace.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import { t } from '../../lib/locale/texts.ts'
import type { Ctx } from '../context.ts'
import { rateLimited } from '../errors.ts'

/**
 * In bytes or characters. Shorter texts are processed in this thread: 2 to 5 ms for most, some tens for the worst (docs/measurements.md).
 */
export const LONG = 16_000
/**
 * Limits of one account in one process, per second and after a pause. Garbage of large strings delays everyone's requests
 * (docs/measurements.md). An email of 100 KB, where Gmail clips, is saved, previewed and checked without waiting.
 */
const PER_SECOND = 500_000
const BURST = 2_000_000
const MAX_WAIT_MS = 15_000

const open = processSingleton('pace of long texts', () => ({
  pace: new Pace({ per_second: PER_SECOND, burst: BURST, max_wait_ms: MAX_WAIT_MS }),
}))

/** Replaces the pace in tests and measurements. @internal */
export function setPace(pace: Pace): void {
  open.pace = pace
}

/** Waits until this account may send or process more bytes or characters. Throws rate_limited if that would take too long. */
export async function enterLong(key: string, length: number): Promise<void> {
  const refused = await open.pace.enter(key, length)
  if (!refused) return
  throw rateLimited(t`Several long texts of this account are being read. Try again in a moment`, refused.retry_after)
}

/** Reads a body as `readCapped` does, delaying a long one until its account's turn. Until then the client waits. */
export async function readInTurn(
  request: Request,
  max_bytes: number,
  key: string,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const announced = Number(request.headers.get('content-length')) || 0
  if (announced > max_bytes) return undefined
  if (announced > LONG) await enterLong(key, announced)
  const entered = Math.max(announced, LONG)
  let bytes = 0
  return readCapped(request, max_bytes, (part) => {
    bytes += part
    return bytes > entered ? enterLong(key, part) : undefined
  })
}

export const accountKey = (account_id: number) => `account:${account_id}`

/**
 * Counts a long text for its account, and waits for its turn. Never waits in a transaction, whose connection is needed. Does not count
 * jobs, messages and visitors.
 */
export async function enterText(
  ctx: Pick<Ctx, 'account_id'> & Partial<Pick<Ctx, 'actor' | 'join'>>,
  length: number,
): Promise<void> {
  const { account_id, actor, join } = ctx
  if (!actor || actor.kind === 'system' || actor.kind === 'administrator') return
  const key = accountKey(account_id)
  if ('emit' in ctx || join) open.pace.count(key, length)
  else await enterLong(key, length)
}
