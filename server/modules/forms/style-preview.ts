import type { Ctx } from '../../core/context.ts'
import { inLanguage } from '../../core/locale/of-account.ts'
import type { StyleInput } from '../style/schema.ts'
import { findPublisher, styleOf } from '../style/service.ts'
import { FormSettings } from './settings-schema.ts'
import { askedFields } from './sign-up/asked-fields.ts'
import { formPage, pagesScriptTag } from './sign-up/pages.ts'
import type { OpenForm } from './sign-up/sign-up.ts'

/** Renders a sample form in a style that is being chosen. */
export async function previewStyledForm(ctx: Ctx, choices: StyleInput): Promise<{ html: string }> {
  const { name, language } = await ctx.db.account.findFirstOrThrow({ select: { name: true, language: true } })
  const settings = FormSettings.parse({
    heading: 'Notes from the studio',
    description: 'One email a month, about making things slowly.',
    fields: [{ custom_field_id: null }],
  })
  const sample: OpenForm = {
    account_id: ctx.account_id,
    id: 0,
    uid: '',
    name: '',
    type: 'hosted',
    format: null,
    status: 'active',
    double_opt_in: true,
    test_number: 0,
    test_started_at: null,
    created_at: ctx.now(),
    account_name: name,
    language,
    settings,
    publisher: { ...(await findPublisher(ctx)), style: await styleOf(ctx, choices) },
    pictures: new Map(),
    fields: inLanguage({ language }, () => askedFields(settings, [])),
    consents: [],
  }
  // The frame of previews runs no script.
  const { body } = inLanguage(sample, () => formPage(sample, {}))
  return { html: body.replace(pagesScriptTag().toString(), '') }
}
