import type { FieldValues, Resolver } from 'react-hook-form'
import type { ZodType } from 'zod'

/**
 * Validates a form by a schema that is loaded when the form is first submitted: zod and the rules are no part of a page's first load.
 * `useForm({ resolver: bySchema(async () => (await import('./schema.ts')).TagInput), ... })`
 */
export function bySchema<Input extends FieldValues, Output>(
  load: () => Promise<ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const [{ zodResolver }, schema] = await Promise.all([import('@hookform/resolvers/zod'), load()])
    return zodResolver<Input, unknown, Output>(schema as never)(values, context, options)
  }
}
