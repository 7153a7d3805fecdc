import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../../core/context.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { cryptographer } from '../../core/instance/cryptographer.ts'
import { writeTogether } from '../../core/write/together.ts'
import type { Tx } from '../../core/write/write.ts'
import type { Expired } from '../../db/purge.ts'
import { ONE_PLAN } from '../../db/statements/one-plan.ts'
import { type Answer, textOf } from '../errors.ts'

const KEEP_MS = 24 * 3_600_000

export interface KeyedRequest {
  key: string
  /** Owner of the key: `api_key:<id>` or `installation:<id>`, so a refreshed token can repeat requests of the previous one. */
  credential: string
  request: readonly (string | Buffer)[]
  /** Encrypts the stored response. Others stay readable, because erasing a subscriber searches them. */
  has_secret: boolean
}

/**
 * Runs a write once per `Idempotency-Key`: replays its response for 24 hours, responds with 422 if the key is used for another request, and
 * with 409 while the first one runs. Responses of 500 and above are not stored, so clients may retry. The response commits with the change,
 * and the claim is a lock of that transaction, so a crash loses both.
 */
export async function withIdempotencyKey(
  ctx: Ctx,
  input: KeyedRequest,
  run: (ctx: Ctx) => Promise<Answer>,
): Promise<Answer> {
  if (input.key.length > 255) throw invalid('Idempotency-Key must be at most 255 characters')
  const request_hash = await hashOf(input.request)
  const earlier = await find(ctx, input)
  if (earlier) return replay(earlier, input, request_hash)

  let taken_key: { is_running: true } | { is_running: false; stored: Stored } | undefined
  const together = writeTogether(ctx, async (tx) => {
    if (!(await lock(tx, input))) taken_key = { is_running: true }
    else {
      const stored = await find(tx, input)
      if (stored) taken_key = { is_running: false, stored }
    }
    if (taken_key) throw new KeyTaken()
  })
  // The key is in use, even if a service translated the error.
  const answerTaken = () => {
    if (!taken_key) return undefined
    if (taken_key.is_running) throw new AppError('conflict', [RUNNING], 1)
    return replay(taken_key.stored, input, request_hash)
  }
  try {
    const answer = await together.run(run)
    if (taken_key || answer.status >= 500) return answerTaken() ?? answer
    if (answer.status >= 400 || answer.is_undone) await together.undo()
    await together.commit((tx) => store(tx, input, { request_hash, answer }))
    return answer
  } catch (error) {
    const known = error instanceof KeyTaken ? answerTaken() : undefined
    if (known) return known
    throw error
  } finally {
    await together.abandon()
  }
}

/** Stops a request whose key another request is using. Not an AppError, because services translate those. */
export class KeyTaken extends Error {
  override name = 'KeyTaken'
}

const RUNNING = 'A request with this Idempotency-Key is still running. Retry in a second'

/** Hashes piece by piece and yields in between, because a body may have 300 MB. */
async function hashOf(parts: readonly (string | Buffer)[]): Promise<string> {
  const hash = createHash('sha256')
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PART_BYTES) {
      if (at > 0) await setImmediate()
      hash.update(typeof part === 'string' ? part.slice(at, at + PART_BYTES) : part.subarray(at, at + PART_BYTES))
    }
  }
  return hash.digest('hex')
}

const PART_BYTES = 4 * 2 ** 20

/** Stored responses contain personal data. */
export const EXPIRED_IDEMPOTENCY_KEYS: readonly Expired[] = [{ table: 'idempotency_key', where: 'expires_at < $1' }]

interface Stored {
  request_hash: string
  status: number
  body: string | null
}

const find = (ctx: Ctx, { credential, key }: KeyedRequest) =>
  ctx.sql.one<Stored>(
    `${ONE_PLAN}select request_hash, status, body from idempotency_key
     where account_id = $1 and credential = $2 and key = $3 and expires_at > $4`,
    [credential, key, ctx.now()],
  )

/** Returns false while another transaction has the key. PostgreSQL releases it at the end of the transaction or process. */
async function lock(tx: Tx, { credential, key }: KeyedRequest): Promise<boolean> {
  const row = await tx.sql.one<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', 'idempotency', $1::int, $2::text, $3::text), 0)) as locked`,
    [credential, key],
  )
  return row?.locked === true
}

function replay({ status, body, ...stored }: Stored, { has_secret }: KeyedRequest, request_hash: string): Answer {
  if (stored.request_hash !== request_hash) throw invalid('Idempotency-Key was used with another request')
  const text = has_secret && body ? cryptographer().decrypt(PURPOSE, body) : body
  return { status, body: text, headers: { 'Idempotency-Replayed': 'true' } }
}

const PURPOSE = 'idempotent-answer'

async function store(
  tx: Tx,
  { credential, key, has_secret }: KeyedRequest,
  { request_hash, answer: { status, body } }: { request_hash: string; answer: Answer },
): Promise<void> {
  const text = body === null ? null : textOf(body)
  const sealed_text = has_secret && text !== null ? cryptographer().encrypt(PURPOSE, text) : text
  await tx.sql.run(
    `${ONE_PLAN}insert into idempotency_key (account_id, credential, key, request_hash, status, body, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id, credential, key) do update
       set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, expires_at = excluded.expires_at`,
    [credential, key, request_hash, status, sealed_text, new Date(+tx.now() + KEEP_MS)],
  )
}
