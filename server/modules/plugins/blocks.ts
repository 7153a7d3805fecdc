import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { t } from '../../lib/locale/texts.ts'
import { sanitizeForeign } from '../../mail/html/sanitize.ts'
import { hasContent } from '../../mail/html/text.ts'
import { LimitError } from '../../mail/liquid/error.ts'
import { callApp, readAnswer } from './app-call.ts'
import type { BlockHtml, BlockInput } from './schema.ts'
import { findPlugin, settingsFor } from './service.ts'

/**
 * Returns the block as the app renders it now, sanitized. If this throws, the email keeps the previous HTML. Throws not_found, invalid with
 * the app's own errors, conflict, unavailable or rate_limited.
 */
export async function renderBlock(ctx: Ctx, { plugin_id, settings }: BlockInput): Promise<BlockHtml> {
  const plugin = await findPlugin(ctx, { plugin_id, kind: 'content_block' })
  const body = { settings: settingsFor(plugin, settings), styles: EMAIL_STYLES }
  const answer = await callApp(ctx, plugin, { url: plugin.request_url, body })
  const html = cleanBlock(plugin, readAnswer(plugin, answer, BlockAnswer).html)
  if (html.length > MAX_HTML) throw invalid(t`${plugin.app_name} sent a block that is too long for an email`)
  if (!hasContent(html)) throw invalid(t`${plugin.app_name} sent a block without text or images`)
  return { html }
}

function cleanBlock({ app_name }: { app_name: string }, html: string): string {
  try {
    return sanitizeForeign(html).trim()
  } catch (error) {
    if (!(error instanceof LimitError)) throw error
    throw invalid(t`${app_name} sent a block that an email cannot contain: ${error.message}`)
  }
}

const MAX_HTML = 200_000

const BlockAnswer = z.object({ code: z.literal(200).optional(), html: z.string() })

/** Text styles of the built-in layouts (server/mail/layouts.ts), with which a block can match the surrounding email. */
const heading = (px: number) => ({ css: `margin:1.2em 0 0.5em;font-size:${px}px;line-height:1.25;font-weight:600` })
const EMAIL_STYLES = {
  p: { css: 'margin:0 0 1em;font-size:17px;line-height:1.6;color:#1f2937' },
  h1: heading(32),
  h2: heading(26),
  h3: heading(20),
  h4: heading(17),
  h5: heading(17),
  h6: heading(17),
  ol: { css: 'margin:0 0 1em;padding-left:28px' },
  ul: { css: 'margin:0 0 1em;padding-left:28px' },
  blockquote: { css: 'margin:0 0 1em;padding-left:16px;border-left:3px solid #d1d5db' },
  a: { css: 'color:#1d4ed8;text-decoration:underline' },
}
