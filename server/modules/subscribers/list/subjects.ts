import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { LiquidError } from '../../../mail/liquid/error.ts'
import { subscriberVariables, type TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import { joinTemplate, parseLiquid } from '../../../mail/liquid/template.ts'

/** Returns the newest subscriber `s` that matches the condition, with data for templates. */
export const findTemplateSubscriber = (
  ctx: Ctx,
  { where, values }: { where: string; values: readonly unknown[] },
): Promise<TemplateSubscriber | undefined> =>
  ctx.sql.one<TemplateSubscriber>(
    `select s.id, s.email_address, s.first_name, s.fields, s.tracking_disabled, s.city, s.region, s.country,
       array(select t.name from tagging g join tag t on t.account_id = g.account_id and t.id = g.tag_id
         where g.account_id = s.account_id and g.subscriber_id = s.id order by 1) as tags
     from subscriber s where s.account_id = $1 and ${where} order by s.id desc limit 1`,
    values,
  )

const hasLiquid = (subject: string | null) => subject !== null && /\{[{%]/.test(subject)

/** Renders subjects with a subscriber's current data. A broken one is returned unrendered. Throws not_found. */
export async function renderSubjects(
  ctx: Ctx,
  { subscriber_id, subjects }: { subscriber_id: number; subjects: readonly string[] },
): Promise<string[]> {
  if (!subjects.some(hasLiquid)) return [...subjects]
  const subscriber = await findTemplateSubscriber(ctx, { where: 's.id = $2', values: [subscriber_id] })
  if (!subscriber) throw notFound()
  const rendered = await renderSubjectsOf(
    ctx,
    subjects.map((subject) => ({ subject, subscriber })),
  )
  return rendered.map((subject, at) => subject ?? subjects[at] ?? '')
}

/** Renders each subject for its own subscriber, in one query at most. Null stays null. A broken one is returned unrendered. */
export async function renderSubjectsOf(
  ctx: Ctx,
  rows: readonly { subject: string | null; subscriber: TemplateSubscriber }[],
): Promise<(string | null)[]> {
  if (!rows.some(({ subject }) => hasLiquid(subject))) return rows.map(({ subject }) => subject)
  const account_row = await ctx.sql.one<{ name: string; time_zone: string; slots: Record<string, string> | null }>(
    `select name, time_zone, (select jsonb_object_agg(key, slot) from custom_field where account_id = $1) as slots from account where id = $1`,
  )
  return rows.map(({ subject, subscriber }) => {
    if (subject === null || !hasLiquid(subject)) return subject
    const variables = {
      subscriber: subscriberVariables(subscriber, account_row?.slots ?? {}),
      account: { name: account_row?.name ?? '', time_zone: account_row?.time_zone ?? 'UTC' },
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
