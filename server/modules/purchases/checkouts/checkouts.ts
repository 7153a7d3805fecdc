import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { cryptographer } from '../../../core/instance/cryptographer.ts'
import { isoOrNull } from '../../../core/wire.ts'
import { write } from '../../../core/write/write.ts'
import { env } from '../../../env.ts'
import { randomToken } from '../../../lib/crypto/crypto.ts'
import { recordSecurityEvent } from '../../security-events/service.ts'
import {
  CHECKOUT_PROVIDERS,
  type CheckoutInput,
  type CheckoutProvider,
  type CheckoutRef,
  type CheckoutView,
} from '../checkout-schema.ts'
import { findAdapter } from './adapters.ts'

const PURPOSE = 'checkout'

/** A connected shop with its decrypted secrets. */
export interface ConnectedCheckout {
  secret: string
  api_key: string | null
}

/** Lists the supported shops. */
export async function listCheckouts({ account_id, db }: Ctx): Promise<CheckoutView[]> {
  const rows = new Map((await db.checkout.findMany()).map((row) => [row.provider, row]))
  return CHECKOUT_PROVIDERS.map((provider) => {
    const row = rows.get(provider)
    const key = provider !== 'gumroad' ? '' : row && cryptographer().decrypt(PURPOSE, row.secret)
    return {
      provider,
      is_connected: row !== undefined,
      address: key === undefined ? null : addressOf({ account_id, provider, key }),
      received_at: isoOrNull(row?.received_at),
      problem: row?.problem ?? null,
    }
  })
}

/** Lists them for programs, without the address of Gumroad, which is a secret. */
export const listSafeCheckouts = async (ctx: Ctx): Promise<CheckoutView[]> =>
  (await listCheckouts(ctx)).map((shop) => (shop.provider === 'gumroad' ? { ...shop, address: null } : shop))

/** Connects a shop as `saveCheckout`. Returns it with its address. */
export async function connectCheckout(ctx: Ctx, input: CheckoutInput): Promise<CheckoutView> {
  const shop = (await saveCheckout(ctx, input)).find(({ provider }) => provider === input.provider)
  if (!shop) throw notFound()
  return shop
}

/** Connects a shop, or replaces its secrets. Gumroad gets another address, and the former one stops working. */
export async function saveCheckout(ctx: Ctx, { provider, ...given }: CheckoutInput): Promise<CheckoutView[]> {
  const secret = 'secret' in given ? given.secret : randomToken(24)
  const data = {
    secret: cryptographer().encrypt(PURPOSE, secret),
    api_key: 'api_key' in given ? cryptographer().encrypt(PURPOSE, given.api_key) : null,
    problem: null,
  }
  const { account_id } = ctx
  await write(ctx, async (tx) => {
    const isReplaced = (await tx.db.checkout.count({ where: { provider } })) > 0
    await tx.db.checkout.upsert({
      where: { account_id_provider: { account_id, provider } },
      create: { account_id, provider, created_at: tx.now(), ...data },
      update: data,
    })
    const label = findAdapter(provider)?.label
    await recordSecurityEvent(
      tx,
      isReplaced
        ? { kind: 'checkout_replaced', summary: `The checkout ${label} was given a new secret` }
        : { kind: 'checkout_connected', summary: `The checkout ${label} was connected` },
    )
  })
  return listCheckouts(ctx)
}

/** Disconnects a shop. Its purchases stay. */
export async function deleteCheckout(ctx: Ctx, { provider }: CheckoutRef): Promise<CheckoutView[]> {
  await write(ctx, async (tx) => {
    const { count } = await tx.db.checkout.deleteMany({ where: { provider } })
    if (count === 0) throw notFound()
    await recordSecurityEvent(tx, {
      kind: 'checkout_disconnected',
      summary: `The checkout ${findAdapter(provider)?.label} was disconnected`,
    })
  })
  return listCheckouts(ctx)
}

/** Returns the connected shop, or undefined. @param key the one in its address */
export async function findCheckout(
  { db }: Ctx,
  { provider, key }: { provider: CheckoutProvider; key: string },
): Promise<ConnectedCheckout | undefined> {
  const row = await db.checkout.findFirst({ where: { provider } })
  if (!row) return undefined
  const secret = cryptographer().decrypt(PURPOSE, row.secret)
  if (provider === 'gumroad' && key !== secret) return undefined
  return { secret, api_key: row.api_key && cryptographer().decrypt(PURPOSE, row.api_key) }
}

/** Returns the address of a shop's webhooks. It is signed, so others cannot be guessed. */
const addressOf = ({ account_id, provider, key }: { account_id: number; provider: CheckoutProvider; key: string }) =>
  `${env().BASE_URL}/hooks/checkouts/${provider}/${cryptographer().signToken(`${PURPOSE} ${provider}`, [account_id, key])}`

/** Returns undefined for a token that is in no address of ours. */
export function readCheckoutToken(
  provider: CheckoutProvider,
  token: string,
): { account_id: number; key: string } | undefined {
  const [account_id, key] = cryptographer().readToken(`${PURPOSE} ${provider}`, token) ?? []
  return typeof account_id === 'number' && typeof key === 'string' ? { account_id, key } : undefined
}
