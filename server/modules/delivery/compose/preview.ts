import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { renderedToText } from '../../../mail/html/text.ts'
import { segmentNames } from '../../../mail/liquid/condition-names.ts'
import { LiquidError } from '../../../mail/liquid/error.ts'
import type { TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import { findTemplateSubscriber } from '../../subscribers/list/subjects.ts'
import type { Preview } from '../schema.ts'
import { type Draft, type Snapshot, tryCompose } from './compose.ts'
import { viewMail } from './personalize.ts'
import { SAMPLE_SUBSCRIBER } from './preflight.ts'
import { loadSegments } from './segment-conditions.ts'

/** Renders the email for one subscriber, as sent or as the current draft. Counts nothing. */
export async function previewMail(
  ctx: Ctx,
  { draft, sent, recipient }: { draft: Draft; sent?: Snapshot | undefined; recipient: TemplateSubscriber },
): Promise<Preview> {
  const from = draft.sender.name ? `${draft.sender.name} <${draft.sender.address}>` : draft.sender.address
  const subscriber = {
    id: recipient.id || null,
    email_address: recipient.email_address,
    first_name: recipient.first_name,
  }
  const nothing = { subject: '', preview_text: '', html: '', text: '' }
  try {
    // Layout and content can be too long only together.
    const tried = sent ? { composed: { snapshot: sent } } : await tryCompose(ctx, draft)
    if ('mistakes' in tried) return { from, ...nothing, mistakes: tried.mistakes, subscriber }
    const view = await viewFor(ctx, tried.composed.snapshot, recipient)
    return { from, ...view, preview_text: preheaderOf(view.html), mistakes: [], subscriber }
  } catch (error) {
    if (!(error instanceof LiquidError)) throw error
    return {
      from,
      ...nothing,
      mistakes: [{ part: error.part === 'subject' ? 'subject' : 'content', message: error.message, line: error.line }],
      subscriber,
    }
  }
}

/** Returns the given subscriber, the newest active one that matches the condition, or a sample. Throws not_found. */
export async function findPreviewSubscriber(
  ctx: Ctx,
  { subscriber_id, where, values }: { subscriber_id?: number | undefined; where: string; values: unknown[] },
): Promise<TemplateSubscriber> {
  if (subscriber_id) {
    const chosen = await findTemplateSubscriber(ctx, { where: 's.id = $2', values: [subscriber_id] })
    if (!chosen) throw notFound()
    return chosen
  }
  const newest = await findTemplateSubscriber(ctx, { where: `s.state = 'active' and ${where}`, values })
  return newest ?? SAMPLE_SUBSCRIBER
}

/** Renders for an untracked subscriber with id 0, so opens are not counted and links unsubscribe no one. */
async function viewFor(ctx: Ctx, snapshot: Snapshot, subscriber: TemplateSubscriber) {
  await loadSegments(ctx, [subscriber], { names: segmentNames([snapshot.subject, snapshot.html, snapshot.text]) })
  return viewMail(ctx, snapshot, subscriber)
}

function preheaderOf(html: string): string {
  const [, after = ''] = html.split('<div class="preheader"', 2)
  const [shown = ''] = after.slice(after.indexOf('>') + 1).split(/&#847;|<\/div>/, 1)
  return renderedToText(shown)
}
