import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { fieldsOf, type Option } from '../apps/plugin-schema.ts'
import { callApp, callWithFallback, readAnswer } from './app-call.ts'
import type { OptionsInput } from './schema.ts'
import { findPlugin } from './service.ts'
import { postedSettings } from './settings-schema.ts'

/** Returns the app's options for a search field or a dynamic select. Throws like `renderBlock`. */
export async function listOptions(ctx: Ctx, { plugin_id, field, search, settings }: OptionsInput): Promise<Option[]> {
  const plugin = await findPlugin(ctx, { plugin_id })
  const asked = fieldsOf(plugin.settings).find(({ name }) => name === field)
  if (asked?.type !== 'search' && asked?.type !== 'dynamic_select') throw notFound()
  const { request_url: url } = asked
  const posted = postedSettings(plugin.settings, settings)
  const answer =
    asked.type === 'search'
      ? await callApp(ctx, plugin, { url, body: { search } })
      : await callWithFallback(ctx, plugin, { url, body: { settings: posted }, query: posted })
  return readAnswer(plugin, answer, OptionsAnswer).slice(0, MAX_OPTIONS)
}

const MAX_OPTIONS = 200

const AnsweredOption = z.object({
  label: z.coerce.string().transform((text) => text.slice(0, 300)),
  value: z.union([z.string(), z.number()]).transform(String).pipe(z.string().max(1_000)),
})

/** Apps following the documentation send `data`, the demo app sends `options` (contract 10.4). */
const OptionsAnswer = z
  .object({
    code: z.literal(200).optional(),
    data: z.array(AnsweredOption).optional(),
    options: z.array(AnsweredOption).optional(),
  })
  .refine(({ data, options }) => data ?? options)
  .transform(({ data, options }) => data ?? options ?? [])
