import type { Ctx } from '../../../core/context.ts'
import { countedFetch } from '../../../core/instance/outbound-calls.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import { t } from '../../../lib/locale/texts.ts'
import { UnsafeUrlError } from '../../../lib/net/safe-fetch.ts'
import type { References } from '../../../mail/threads/inspect-tasks.ts'
import { countCheckedAddresses } from '../../throttle/service.ts'
import { type LinkCheck, type Remark, warning } from '../preflight-schema.ts'
import { withoutOwn } from './inspect.ts'

// Requests other servers without blocking a send: each call works for a few seconds and keeps its results, and the next continues.

const MAX_ADDRESSES = 40
const PARALLEL = 6
const TIMEOUT_MS = 5_000
const WORK_MS = 4_000
const KEPT_MS = 10 * 60_000
const MAX_KEPT = 2_000
const IMAGE_BYTES = 1024 * 1024
const HEADERS = { 'user-agent': 'Envoi link check', accept: '*/*' }

type Kind = 'link' | 'image'
interface Result {
  /** Null: no problem. */
  remark: Remark | null
  at: number
}

/** Results of this process by account, kind and address, oldest first. */
const kept_results = processSingleton<Map<string, Result>>('checked addresses', () => new Map())

/**
 * Checks links and images of rendered emails through the guarded client: up to 40, six at a time, for about four seconds. Call it until
 * `is_done`. Results are kept for ten minutes, so repeated checks send no requests.
 */
export async function checkAddresses(ctx: Ctx, { pages }: { pages: readonly References[] }): Promise<LinkCheck> {
  const addresses_to_check = addressesOf(pages)
  const now = +ctx.now()
  const keyOf = ({ kind, address }: (typeof addresses_to_check)[number]) => `${ctx.account_id} ${kind} ${address}`
  const resultOf = (one: (typeof addresses_to_check)[number]) => {
    const result = kept_results.get(keyOf(one))
    return result && now - result.at < KEPT_MS ? result : undefined
  }
  const waiting = addresses_to_check.filter((one) => !resultOf(one))
  if (waiting.length > 0) await countCheckedAddresses(ctx, { addresses: Math.min(waiting.length, PARALLEL) })
  const ends_at = performance.now() + WORK_MS
  const worker = async () => {
    for (let one = waiting.shift(); one && performance.now() < ends_at; one = waiting.shift()) {
      const remark = await checkAddress(one.kind, one.address)
      const key = keyOf(one)
      kept_results.delete(key)
      kept_results.set(key, { remark, at: now })
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  for (const oldest of kept_results.keys()) {
    if (kept_results.size <= MAX_KEPT) break
    kept_results.delete(oldest)
  }
  const results = addresses_to_check.flatMap((one) => resultOf(one) ?? [])
  return {
    total: addresses_to_check.length,
    checked: results.length,
    is_done: results.length === addresses_to_check.length,
    remarks: results.flatMap(({ remark }) => remark ?? []),
  }
}

function addressesOf(pages: readonly References[]): { kind: Kind; address: string }[] {
  const parts = pages.map(withoutOwn)
  const unique = (kind: Kind, all: readonly { address: string }[]) =>
    [...new Set(all.map(({ address }) => address))]
      // Hosts without a dot are already reported as invalid.
      .filter((address) => /^https?:\/\//i.test(address) && URL.parse(address)?.hostname.includes('.'))
      .map((address) => ({ kind, address }))
  return [
    ...unique(
      'link',
      parts.flatMap(({ links }) => links),
    ),
    ...unique(
      'image',
      parts.flatMap(({ images }) => images),
    ),
  ].slice(0, MAX_ADDRESSES)
}

async function checkAddress(kind: Kind, address: string): Promise<Remark | null> {
  const broken = (why: string) =>
    kind === 'link'
      ? warning('broken_link', t`The link ${short(address)} ${why}. Correct or remove it.`)
      : warning('broken_image', t`The image ${short(address)} ${why}. Upload it again or remove it.`)
  try {
    const { status, bytes } = await ask(kind, address)
    if (status === 404 || status === 410) return broken(t`does not exist (${status})`)
    if (status >= 500) return broken(t`answers with an error (${status})`)
    if (kind === 'image' && bytes !== undefined && bytes > IMAGE_BYTES)
      return warning(
        'large_image',
        t`The image ${short(address)} is larger than 1 MB, which is slow on phones. Use a smaller one.`,
      )
    return null
  } catch (error) {
    if (error instanceof UnsafeUrlError)
      return broken(error.is_unknown ? t`leads to a server that cannot be found` : t`is not publicly reachable`)
    if (error instanceof Error && error.name === 'TimeoutError')
      return warning(
        'slow_link',
        t`${short(address)} did not answer within ${TIMEOUT_MS / 1000} seconds. Open it to check that it works.`,
      )
    const { code = '' } = error as NodeJS.ErrnoException
    return broken(NO_SUCH_HOST.has(code) ? t`leads to a server that cannot be found` : t`cannot be reached`)
  }
}

const NO_SUCH_HOST: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EAI_AGAIN'])

const CHECK = { kind: 'link_check' } as const

/** Some servers do not support HEAD or omit the size of an image. A redirect counts as a response. */
async function ask(kind: Kind, address: string): Promise<{ status: number; bytes: number | undefined }> {
  const head = await countedFetch(CHECK, address, { method: 'HEAD', headers: HEADERS, timeout_ms: TIMEOUT_MS })
  const length = Number(head.headers['content-length'] ?? Number.NaN)
  const knowsSize = kind === 'link' || Number.isFinite(length)
  if (head.status < 400 && knowsSize) return { status: head.status, bytes: length }
  if (kind === 'link' && head.status !== 404 && head.status < 500 && head.status !== 405)
    return { status: head.status, bytes: undefined }
  const get = await countedFetch(CHECK, address, {
    headers: { ...HEADERS, range: `bytes=0-${kind === 'image' ? IMAGE_BYTES : 1023}` },
    timeout_ms: TIMEOUT_MS,
    max_bytes: kind === 'image' ? IMAGE_BYTES : 1024,
    head_suffices: true,
  })
  const whole = Number(/\/(\d+)$/.exec(get.headers['content-range'] ?? '')?.[1] ?? Number.NaN)
  return { status: get.status, bytes: Number.isFinite(whole) ? whole : get.body.length + (get.truncated ? 1 : 0) }
}

const short = (address: string) => (address.length > 100 ? `${address.slice(0, 99)}…` : address)
