import { systemCtx } from '../../../core/context.ts'
import { evidenceOf, type Visitor } from './evidence.ts'
import { requestSettling } from './request-settling.ts'
import { type StoredHit, storeHit } from './store-hits.ts'
import { type MessageRef, readClickToken, readTrackingToken } from './tokens.ts'

// Stores a request and responds. A job counts it a few seconds later, when machines are recognizable (settle.ts).

/** Stores an open. Ignores invalid tokens. */
export async function trackOpen(token: string, visitor: Visitor): Promise<void> {
  const ref = readTrackingToken(token)
  if (ref) await track({ ...ref, number: null, target: null }, visitor)
}

/** Stores a click and returns the stored link to redirect to. Undefined for an unknown link and for the hidden one. */
export async function trackClick(token: string, number: number, visitor: Visitor): Promise<string | undefined> {
  const ref = readTrackingToken(token)
  const stored = ref && (await track({ ...ref, number, target: null }, visitor))
  return stored?.url ?? undefined
}

/** Stores a click on a link whose URL differs per subscriber and is signed into the token. */
export async function trackPersonalClick(token: string, visitor: Visitor): Promise<string | undefined> {
  const click = readClickToken(token)
  if (!click) return undefined
  await track(click, visitor)
  return click.target
}

async function track(
  { number, target, ...ref }: MessageRef & { number: number | null; target: string | null },
  visitor: Visitor,
): Promise<StoredHit> {
  const ctx = systemCtx(ref.account_id)
  const hit = await storeHit({
    ...ref,
    link_number: number,
    url: target,
    evidence: evidenceOf(visitor, number === null ? 'image' : 'link'),
    user_agent: visitor.user_agent?.toWellFormed().replaceAll('\0', '').slice(0, 300) ?? null,
    occurred_at: ctx.now(),
  })
  if (hit.is_stored) await requestSettling(ctx)
  return hit
}
