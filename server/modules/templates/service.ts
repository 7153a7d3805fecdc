import type { Ctx } from '../../core/context.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import type { PublicStyle } from '../../lib/page/theme.ts'
import { BUILT_IN_DESIGNS, type LayoutDesign, layoutOf, styledDesign } from '../../mail/layout-design.ts'
import { BUILT_IN_LAYOUTS, DEFAULT_LAYOUT, type LayoutName } from '../../mail/layouts.ts'
import { findStyle } from '../style/service.ts'
import type { EmailTemplate } from './schema.ts'

/** Lists email templates, newest first. */
export function listEmailTemplates(ctx: Ctx, paging: PageQuery): Promise<Page<EmailTemplate>> {
  return keysetPage<EmailTemplate>(ctx.sql, paging, {
    name: 'email_templates',
    view: 't.id, t.name, t.is_default, t.category',
    from: 'email_template t',
    where: ['t.account_id = $1'],
    values: [],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

export interface Layout {
  id: number
  name: string
  category: string
  /** HTML with `{{ content }}`. */
  html: string
}

/** Returns the template, or the account's default if `id` is null. Undefined: it does not exist. */
export async function findLayout(ctx: Ctx, { id }: { id: number | null }): Promise<Layout | undefined> {
  const template = await ctx.db.emailTemplate.findFirst({
    where: id === null ? { is_default: true } : { id },
    orderBy: { id: 'asc' },
  })
  if (!template) return undefined
  const { name, category, html, design } = template
  return { id: template.id, name, category, html: html ?? (await designedLayout(ctx, { name, design })) }
}

async function designedLayout(ctx: Ctx, template: { name: string; design: unknown }): Promise<string> {
  const style = template.design === null ? await findStyle(ctx) : null
  // Built once, because most accounts use them.
  if (template.design === null && !style) return BUILT_IN_LAYOUTS[builtInName(template.name)]
  return layoutOf(designOf(template, style))
}

/**
 * Returns the design of a template without the creator's HTML: its own, or a built-in layout in the account's style. Properties added in
 * later versions come from the layout it started from.
 */
export function designOf({ name, design }: { name: string; design: unknown }, style: PublicStyle | null): LayoutDesign {
  if (!design) return designFrom(builtInName(name), style)
  const own = design as Partial<LayoutDesign>
  return { ...BUILT_IN_DESIGNS[own.base ?? builtInName(name)], ...own }
}

/** Returns a built-in layout, in the account's style if it chose one. */
export const designFrom = (layout: LayoutName, style: PublicStyle | null): LayoutDesign =>
  style ? styledDesign(layout, style) : { ...BUILT_IN_DESIGNS[layout] }

const builtInName = (name: string): LayoutName => (name in BUILT_IN_LAYOUTS ? (name as LayoutName) : DEFAULT_LAYOUT)
