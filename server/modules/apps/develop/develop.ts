import { randomInt } from 'node:crypto'
import type { Ctx } from '../../../core/context.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import { isoSql } from '../../../core/wire.ts'
import { write } from '../../../core/write/write.ts'
import { Prisma } from '../../../db/generated/client.ts'
import { randomToken } from '../../../lib/crypto/crypto.ts'
import { t } from '../../../lib/locale/texts.ts'
import { recordSecurityEvent } from '../../security-events/service.ts'
import { checkAddresses } from '../addresses.ts'
import type {
  AccessInput,
  AppDetail,
  EventsInput,
  ListingInput,
  NewApp,
  OwnApp,
  PluginSignIn,
} from '../develop-schema.ts'
import { changeApp } from '../review/revision.ts'
import { detailView, FOR_DETAIL, logoUrlSql } from '../store/detail.ts'
import { newSecret, sealPluginSecret } from './secrets.ts'

// Developers' actions on the apps of their own account. Everything uses the account's scoped client, which does not find other accounts'
// apps.

/** Keeps the list short enough to review. */
const MAX_APPS = 50

/** Returns the account's apps, newest first. */
export function listOwnApps(ctx: Ctx): Promise<OwnApp[]> {
  return ctx.sql.rows<OwnApp>(
    `select a.id, a.name, a.tagline, ${logoUrlSql('a')} as logo_url, a.status,
       case when a.draft is null then 'none' when a.draft_submitted_at is null then 'declined' else 'in_review' end as revision,
       a.review_note, ${isoSql('a.updated_at')} as updated_at,
       (select count(*) from installation i where i.app_id = a.id and i.state = 'installed') as installation_count
     from app a where a.account_id = $1 and a.deleted_at is null order by a.created_at desc, a.id desc limit ${MAX_APPS}`,
  )
}

/** Returns an app of the account. Throws not_found. */
export async function getOwnApp(ctx: Ctx, { id }: { id: number }): Promise<AppDetail> {
  const app = await ctx.db.app.findFirst({ where: { id, deleted_at: null }, include: FOR_DETAIL })
  if (!app) throw notFound()
  return detailView(app)
}

/** Creates an app. The secret is returned only here; a public client has none. Throws invalid at the limit. */
export async function createApp(
  ctx: Ctx,
  { name, confidential }: NewApp,
): Promise<{ id: number; client_id: string; client_secret: string | null }> {
  if ((await ctx.db.app.count({ where: { deleted_at: null } })) >= MAX_APPS)
    throw invalid(t`An account can have ${MAX_APPS} apps. Delete one that is no longer used.`)
  const secret = confidential ? newSecret() : null
  const { id, client_id } = await ctx.db.app.create({
    data: {
      id: newAppId(),
      account_id: ctx.account_id,
      client_id: `app_${randomToken(16)}`,
      name,
      confidential,
      ...secret?.stored,
      created_at: ctx.now(),
      updated_at: ctx.now(),
    },
  })
  return { id, client_id, client_secret: secret?.plain ?? null }
}

/**
 * Returns a random ID. The ID of an unpublished app is its private link (contract 10.1): sequential IDs would reveal which exist,
 * and nine random digits are too many to try.
 */
const newAppId = () => randomInt(100_000_000, 1_000_000_000)

/** Saves the listing. For a published app, the change waits for a review. Throws conflict for the name of another app in the store. */
export const saveListing = (ctx: Ctx, { id, ...listing }: ListingInput): Promise<void> =>
  changeApp(ctx, id, () => listing)

export async function saveAccess(ctx: Ctx, { id, scope, ...access }: AccessInput): Promise<void> {
  await checkAddresses(await getOwnApp(ctx, { id }), access)
  await changeApp(ctx, id, () => ({ ...access, scopes: [scope] }))
}

/** Keeps the stored secret if none is given and the client ID is unchanged. */
export async function savePluginSignIn(
  ctx: Ctx,
  { id, plugin_client_secret: secret, ...sign_in }: PluginSignIn,
): Promise<void> {
  await checkAddresses(await getOwnApp(ctx, { id }), sign_in)
  const isSecretKept = secret === undefined && sign_in.plugin_client_id !== null
  const sealed = secret ? sealPluginSecret(secret) : null
  await changeApp(ctx, id, () => ({ ...sign_in, ...(isSecretKept ? {} : { plugin_client_secret: sealed }) }))
}

export async function saveEvents(ctx: Ctx, { id, ...events }: EventsInput): Promise<void> {
  await checkAddresses(await getOwnApp(ctx, { id }), events)
  await changeApp(ctx, id, () => events)
}

/**
 * Replaces the client secret; the old one stops working immediately. Also allowed during a review, because a leaked secret cannot wait.
 * Throws invalid for a public client, not_found.
 */
export async function rotateSecret(ctx: Ctx, { id }: { id: number }): Promise<{ client_secret: string }> {
  const { plain, stored } = newSecret()
  await write(ctx, async (tx) => {
    const { name, confidential } = await getOwnApp(tx, { id })
    if (!confidential) throw invalid('A public client has no secret')
    await tx.db.app.updateMany({ where: { id, confidential: true }, data: { ...stored, updated_at: tx.now() } })
    await recordSecurityEvent(tx, {
      kind: 'client_secret_rotated',
      summary: `${name} was given a new client secret`,
      app_id: id,
    })
  })
  return { client_secret: plain }
}

/** Makes the app confidential, with a new secret that is returned only here, or public, without a secret but with PKCE. */
export async function setConfidential(
  ctx: Ctx,
  { id, confidential }: { id: number; confidential: boolean },
): Promise<{ client_secret: string | null }> {
  const secret = confidential ? newSecret() : null
  await changeApp(ctx, id, (app) => {
    if (app.confidential === confidential)
      throw conflict(confidential ? 'The app is confidential already' : 'The app is public already')
    return { confidential, client_secret_hash: null, client_secret_hint: null, ...secret?.stored }
  })
  return { client_secret: secret?.plain ?? null }
}

/** Deletes the app. A job uninstalls it from every account. Throws not_found. */
export function deleteApp(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const { count } = await tx.db.app.updateMany({
      where: { id, deleted_at: null },
      data: {
        deleted_at: tx.now(),
        status: 'unpublished',
        client_secret_hash: null,
        plugin_client_secret: null,
        draft: Prisma.DbNull,
        draft_submitted_at: null,
      },
    })
    if (count === 0) throw notFound()
    tx.emit('app.deleted', { app_id: id })
  })
}
