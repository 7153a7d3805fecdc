import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { cryptographer } from '../../core/instance/cryptographer.ts'
import { write } from '../../core/write/write.ts'
import { holdsBraces, setBracesApart } from '../../mail/liquid/source.ts'
import { callApp, callWithFallback, readAnswer } from './app-call.ts'
import type { MediaInput, MediaItem, MediaPage, PlacedInput } from './schema.ts'
import { findPlugin, settingsFor } from './service.ts'

/** Returns a page of an app's images (contract 10.6), without images that emails cannot show. Throws like `renderBlock`. */
export async function listMedia(
  ctx: Ctx,
  { plugin_id, settings, after, before, per_page }: MediaInput,
): Promise<MediaPage> {
  const plugin = await findPlugin(ctx, { plugin_id, kind: 'media_source' })
  const posted = settingsFor(plugin, settings)
  const paging = { after: after ?? undefined, before: before ?? undefined, per_page }
  const answer = await callWithFallback(ctx, plugin, {
    url: plugin.request_url,
    body: { settings: posted, ...paging },
    query: { ...posted, ...paging },
  })
  const { data, pagination } = readAnswer(plugin, answer, MediaAnswer)
  const notice = (url: string) => cryptographer().signToken(NOTICE, [ctx.account_id, plugin_id, url])
  return {
    items: data.slice(0, per_page).flatMap((given) => {
      const item = AnsweredItem.safeParse(given)
      return item.success ? [viewOf(item.data, notice)] : []
    }),
    after: pagination?.has_next_page ? (pagination.end_cursor ?? null) : null,
    before: pagination?.has_previous_page ? (pagination.start_cursor ?? null) : null,
  }
}

/** Queues the app's download notice for an image placed in an email. Throws not_found for a notice that we did not issue. */
export async function recordPlacedMedia(ctx: Ctx, { notice }: PlacedInput): Promise<void> {
  const [account_id, plugin_id, url] = cryptographer().readToken(NOTICE, notice) ?? []
  if (account_id !== ctx.account_id || typeof plugin_id !== 'number' || typeof url !== 'string') throw notFound()
  await write(ctx, async (tx) => tx.emit('plugin.media_placed', { plugin_id, url }))
}

/** Notifies the app of a download. Throws if the app rejects it, for a limited number of retries by the job. */
export async function notifyDownload(
  ctx: Ctx,
  { plugin_id, url }: { plugin_id: number; url: string },
): Promise<{ status: number }> {
  const { status } = await callApp(ctx, await findPlugin(ctx, { plugin_id, kind: 'media_source' }), { url })
  if (status < 200 || status >= 300) throw new Error(`The app answered with status ${status}`)
  return { status }
}

const NOTICE = 'media-notice'

// These texts become part of an email, which is Liquid, so apps must not be able to write Liquid.
const Https = z
  .url({ protocol: /^https$/ })
  .max(2_048)
  .refine((url) => !holdsBraces(url))
const Text = z
  .string()
  .nullish()
  .transform((text) => setBracesApart((text ?? '').trim().slice(0, 1_000)))

const AnsweredItem = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  type: z.literal('image').optional(),
  title: Text,
  alt: Text,
  caption: Text,
  url: Https,
  thumbnail_url: Https.nullish().catch(null),
  attribution: z
    .object({ label: z.string().trim().min(1).max(300).transform(setBracesApart), href: Https.nullish().catch(null) })
    .nullish()
    .catch(null),
  notify_download_url: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .nullish()
    .catch(null),
})

const Cursor = z.union([z.string().max(2_000), z.number()]).nullish()
const MediaAnswer = z.object({
  code: z.literal(200).optional(),
  data: z.array(z.unknown()).max(1_000),
  pagination: z
    .object({
      has_next_page: z.boolean().nullish(),
      has_previous_page: z.boolean().nullish(),
      start_cursor: Cursor.transform((cursor) => cursor?.toString()),
      end_cursor: Cursor.transform((cursor) => cursor?.toString()),
    })
    .nullish(),
})

function viewOf(
  { id, title, alt, caption, url, thumbnail_url, attribution, notify_download_url }: z.output<typeof AnsweredItem>,
  notice: (url: string) => string,
): MediaItem {
  return {
    id,
    title,
    alt,
    caption,
    url,
    thumbnail_url: thumbnail_url ?? url,
    attribution: attribution ? { label: attribution.label, href: attribution.href ?? null } : null,
    notice: notify_download_url ? notice(notify_download_url) : null,
  }
}
