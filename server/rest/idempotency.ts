import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../core/context.ts'
import { conflict, invalid } from '../core/errors.ts'
import { sweep } from '../db/sweep.ts'
import { env } from '../env.ts'
import { type Cryptographer, createCryptographer } from '../lib/crypto.ts'
import type { Answer } from './errors.ts'

const KEEP_MS = 24 * 3_600_000
/** A first request that has not answered by then belongs to a process that died; 300 MB may take a while to be stored. */
export const ABANDONED_MS = { one: 60_000, bulk: 600_000 }

/**
 * Runs a write once per `Idempotency-Key`: the same answer is replayed for 24 h, 422 when the key comes with another
 * request, 409 while the first one runs. Answers of 500 and above are forgotten so that the client may try again.
 */
export async function once(
  ctx: Ctx,
  input: {
    key: string
    credential: string
    request: readonly (string | Buffer)[]
    abandoned_ms: number
    /** The answer is kept encrypted. Others are not: whoever erases a person looks for them in there. */
    has_secret: boolean
  },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { key, credential, abandoned_ms, has_secret } = input
  if (key.length > 255) throw invalid('Idempotency-Key must be at most 255 characters')
  const request_hash = await hashOf(input.request)
  const claimed: Claim = { credential, key, started_at: ctx.now() }
  const stored = await claim(ctx, claimed, { request_hash, abandoned_ms })
  if (stored) return replay(stored, { request_hash, has_secret })
  let answer: Answer | undefined
  try {
    answer = await run()
    return answer
  } finally {
    if (answer && answer.status < 500) await keep(ctx, claimed, has_secret ? sealed(answer) : answer)
    else await forget(ctx, claimed)
  }
}

/** Others have their turn: a body may be of 300 MB. */
async function hashOf(parts: readonly (string | Buffer)[]): Promise<string> {
  const hash = createHash('sha256')
  for (const part of parts) {
    for (let at = 0; at < part.length; at += MOUTHFUL) {
      if (at > 0) await setImmediate()
      hash.update(typeof part === 'string' ? part.slice(at, at + MOUTHFUL) : part.subarray(at, at + MOUTHFUL))
    }
  }
  return hash.digest('hex')
}

const MOUTHFUL = 4 * 2 ** 20

/** Removes the answers that nobody can ask for any more: they hold personal data. Gives how many. */
export function sweepIdempotencyKeys({ now }: { now: Date }): Promise<number> {
  return sweep({ table: 'idempotency_key', where: 'expires_at < $1', values: [now] })
}

/** `started_at` tells this request's claim from that of a later one that took an abandoned row over. */
interface Claim {
  credential: string
  key: string
  started_at: Date
}

interface Stored {
  request_hash: string
  status: number | null
  content_type: string | null
  body: string | null
}

/** Takes the key, or gives what stands under it. An expired or abandoned row is taken over. */
async function claim(
  ctx: Ctx,
  claimed: Claim,
  options: { request_hash: string; abandoned_ms: number },
): Promise<Stored | undefined> {
  for (;;) {
    if (await take(ctx, claimed, options)) return undefined
    const { credential, key } = claimed
    const stored = await ctx.sql.one<Stored>(
      `select request_hash, status, content_type, body from idempotency_key
       where account_id = $1 and credential = $2 and key = $3`,
      [credential, key],
    )
    // Who held it has failed in between: it is to be had again.
    if (stored) return stored
  }
}

async function take(
  ctx: Ctx,
  { credential, key, started_at: now }: Claim,
  { request_hash, abandoned_ms }: { request_hash: string; abandoned_ms: number },
): Promise<boolean> {
  const taken = await ctx.sql.run(
    `insert into idempotency_key (account_id, credential, key, request_hash, started_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, credential, key) do update
       set request_hash = excluded.request_hash, started_at = excluded.started_at, expires_at = excluded.expires_at,
           status = null, content_type = null, body = null
       where idempotency_key.expires_at < $5 or (idempotency_key.status is null and idempotency_key.started_at < $7)`,
    [credential, key, request_hash, now, new Date(+now + KEEP_MS), new Date(+now - abandoned_ms)],
  )
  return taken > 0
}

function replay(stored: Stored, { request_hash, has_secret }: { request_hash: string; has_secret: boolean }): Answer {
  if (stored.request_hash !== request_hash) throw invalid('Idempotency-Key was used with another request')
  if (stored.status === null) throw conflict('A request with this Idempotency-Key is still running')
  const body = has_secret && stored.body ? cryptographer().decrypt(PURPOSE, stored.body) : stored.body
  return { status: stored.status, body, headers: { 'Idempotency-Replayed': 'true' } }
}

const PURPOSE = 'idempotent-answer'

const sealed = (answer: Answer): Answer =>
  typeof answer.body === 'string' ? { ...answer, body: cryptographer().encrypt(PURPOSE, answer.body) } : answer

let crypt: Cryptographer | undefined
function cryptographer(): Cryptographer {
  crypt ??= createCryptographer(env().SECRET_KEY)
  return crypt
}

const keep = (ctx: Ctx, { credential, key, started_at }: Claim, answer: Answer) =>
  ctx.sql.run(
    `update idempotency_key set status = $5, body = $6
     where account_id = $1 and credential = $2 and key = $3 and started_at = $4`,
    [credential, key, started_at, answer.status, answer.body],
  )

const forget = (ctx: Ctx, { credential, key, started_at }: Claim) =>
  ctx.sql.run(
    'delete from idempotency_key where account_id = $1 and credential = $2 and key = $3 and started_at = $4',
    [credential, key, started_at],
  )
