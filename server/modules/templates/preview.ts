import type { Ctx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { inLanguage } from '../../core/locale/of-account.ts'
import { textWork } from '../../core/texts/text-work.ts'
import { layoutOf } from '../../mail/layout-design.ts'
import { snippetsFor } from '../snippets/contents.ts'
import type { StyleInput } from '../style/schema.ts'
import { styleOf } from '../style/service.ts'
import { checkDesign, compileSource } from './checking.ts'
import type { TemplatePreview, TemplatePreviewInput } from './editor-schema.ts'
import { SAMPLE_CONTENT } from './samples.ts'
import { designOf, findLayout } from './service.ts'

/** Renders a sample email in an unsaved template, with the unsubscribe link and postal address of every email. */
export async function previewTemplate(ctx: Ctx, { design, source }: TemplatePreviewInput): Promise<TemplatePreview> {
  try {
    if (design) await checkDesign(ctx, design)
    const own = design ? { html: layoutOf(design), left_out: [] } : await compileSource(ctx, source ?? '')
    return { html: await renderSample(ctx, own.html), mistake: null, left_out: own.left_out }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { html: '', mistake: error.messages.join('. '), left_out: [] }
  }
}

/** Renders a sample email in a saved template. Throws not_found. */
export async function previewSavedTemplate(ctx: Ctx, { id }: { id: number }): Promise<{ html: string }> {
  const layout = await findLayout(ctx, { id })
  if (!layout) throw notFound()
  return { html: await renderSample(ctx, layout.html) }
}

/** Renders a sample email in an unsaved style. If the default template has its own design, that is used. */
export async function previewStyledEmail(ctx: Ctx, choices: StyleInput): Promise<{ html: string; is_own: boolean }> {
  const template = await ctx.db.emailTemplate.findFirst({ where: { is_default: true }, orderBy: { id: 'asc' } })
  const is_own = Boolean(template?.html ?? template?.design)
  const layout = is_own
    ? await findLayout(ctx, { id: null })
    : { html: layoutOf(designOf({ name: template?.name ?? '', design: null }, await styleOf(ctx, choices))) }
  return { html: await renderSample(ctx, layout?.html ?? ''), is_own }
}

async function renderSample(ctx: Ctx, layout: string): Promise<string> {
  const { name, ...sender } = await ctx.db.account.findFirstOrThrow({
    select: { name: true, postal_address: true, language: true },
  })
  return sampleIn(ctx, {
    layout,
    sender: { account_name: name, ...sender },
    snippets: await snippetsFor(ctx, [layout]),
  })
}

export interface SampleSender {
  account_name: string
  postal_address: string | null
  language: string
}

/** Renders a sample email in each layout. Empty for a layout with a mistake. */
export async function renderSamples(
  ctx: Ctx,
  { layouts, sender }: { layouts: string[]; sender: SampleSender | undefined },
): Promise<string[]> {
  if (!sender) return []
  const snippets = await snippetsFor(ctx, layouts)
  return Promise.all(
    layouts.map(async (layout) => {
      try {
        return await sampleIn(ctx, { layout, sender, snippets })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return ''
      }
    }),
  )
}

interface Sample {
  layout: string
  sender: SampleSender
  snippets: Awaited<ReturnType<typeof snippetsFor>>
}

function sampleIn(ctx: Ctx, { layout, sender, snippets }: Sample): Promise<string> {
  const variables = {
    subscriber: { id: 0, email_address: 'robin@example.com', first_name: 'Robin', city: 'Oslo', tags: [] },
    account: { name: sender.account_name },
    address: sender.postal_address?.trim() || 'Your postal address',
    unsubscribe_url: '#unsubscribe',
    preferences_url: '#preferences',
    delivery: { token: '' },
  }
  const title = 'A slow week in the studio'
  return inLanguage(sender, () =>
    textWork(ctx, 'sample', { layout, content: SAMPLE_CONTENT, title, variables, snippets }),
  )
}
