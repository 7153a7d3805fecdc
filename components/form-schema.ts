import { useEffect, useState } from 'react'
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

/**
 * Returns a schema that is loaded after the page is shown, and undefined until then: for what is checked while someone types.
 * `load` is a function outside the component, so it is the same in each rendering.
 */
export function useSchema<Schema extends ZodType>(load: () => Promise<Schema>): Schema | undefined {
  const [schema, setSchema] = useState<Schema>()
  useEffect(() => {
    let is_shown = true
    void load().then(
      (loaded) => is_shown && setSchema(loaded),
      // Without the rules, the server checks: the next page load tries again.
      () => undefined,
    )
    return () => {
      is_shown = false
    }
  }, [load])
  return schema
}
