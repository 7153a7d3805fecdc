import type { Ctx } from '../../../core/context.ts'
import { LiquidError } from '../../../mail/liquid/error.ts'
import { liquidSpans } from '../../../mail/liquid/source.ts'
import { joinTemplate, parseLiquid } from '../../../mail/liquid/template.ts'
import { subscriberVariables, type TemplateSubscriber } from './personalize.ts'
import { findPreviewSubscriber } from './preview.ts'

const hasLiquid = (subject: string | null) => subject !== null && /\{[{%]/.test(subject)

/** Returns subjects as a subscriber would see them now. One that cannot be rendered is returned as it is written. Throws not_found. */
export async function renderSubjects(
  ctx: Ctx,
  { subscriber_id, subjects }: { subscriber_id: number; subjects: readonly string[] },
): Promise<string[]> {
  if (!subjects.some(hasLiquid)) return [...subjects]
  const subscriber = await findPreviewSubscriber(ctx, { subscriber_id, where: 'true', values: [] })
  const rendered = await renderSubjectsOf(
    ctx,
    subjects.map((subject) => ({ subject, subscriber })),
  )
  return rendered.map((subject, at) => subject ?? subjects[at] ?? '')
}

/**
 * Returns each subject as its own subscriber would see it now, in one query at most. Null stays null. One that cannot be rendered is
 * returned as it is written.
 */
export async function renderSubjectsOf(
  ctx: Ctx,
  rows: readonly { subject: string | null; subscriber: TemplateSubscriber }[],
): Promise<(string | null)[]> {
  if (!rows.some(({ subject }) => hasLiquid(subject))) return rows.map(({ subject }) => subject)
  const found = await ctx.sql.one<{ name: string; slots: Record<string, string> | null }>(
    `select name, (select jsonb_object_agg(key, slot) from custom_field where account_id = $1) as slots from account where id = $1`,
  )
  return rows.map(({ subject, subscriber }) => {
    if (subject === null || !hasLiquid(subject)) return subject
    const variables = {
      subscriber: subscriberVariables(subscriber, found?.slots ?? {}),
      account: { name: found?.name ?? '' },
    }
    try {
      const template = parseLiquid(subject, 'line')
      return joinTemplate(template, template.render(variables))
    } catch (error) {
      if (error instanceof LiquidError) return subject
      throw error
    }
  })
}

/** Returns a subject for texts about many subscribers: `Hi {{ subscriber.first_name }}` is `Hi [first name]`. */
export function subjectForMany(subject: string): string {
  let plain = ''
  let from = 0
  for (const { begin, end } of spansOf(subject)) {
    plain += subject.slice(from, begin) + nameOf(subject.slice(begin, end))
    from = end
  }
  return plain + subject.slice(from)
}

function spansOf(subject: string): { begin: number; end: number }[] {
  try {
    return liquidSpans(subject)
  } catch (error) {
    if (error instanceof LiquidError) return []
    throw error
  }
}

/** The name of what an output prints; tags such as `{% if %}` print nothing. */
function nameOf(liquid: string): string {
  const path = liquid.startsWith('{{') ? (/^[\w.]+/.exec(liquid.slice(2).replace('-', '').trimStart())?.[0] ?? '') : ''
  const name = path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' ')
  return name === '' ? '' : `[${name}]`
}
