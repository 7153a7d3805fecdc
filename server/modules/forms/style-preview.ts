import type { Ctx } from '../../core/context.ts'
import type { StyleInput } from '../style/schema.ts'
import { styleOf } from '../style/service.ts'
import { FormSettings } from './settings-schema.ts'
import { formPage } from './sign-up/pages.ts'
import type { OpenForm } from './sign-up/sign-up.ts'

/** Renders a sample form in a style that is being chosen. */
export async function previewStyledForm(ctx: Ctx, choices: StyleInput): Promise<{ html: string }> {
  const { name } = await ctx.db.account.findFirstOrThrow({ select: { name: true } })
  const sample: OpenForm = {
    account_id: ctx.account_id,
    id: 0,
    uid: '',
    name: '',
    type: 'hosted',
    format: null,
    status: 'active',
    double_opt_in: true,
    created_at: ctx.now(),
    account_name: name,
    settings: FormSettings.parse({
      heading: 'Notes from the studio',
      description: 'One email a month, about making things slowly.',
      ask_first_name: true,
    }),
    style: await styleOf(ctx, choices),
    fields: [],
  }
  return { html: formPage(sample, {}).body }
}
