import { useEffect, useState } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { ZodType } from 'zod'

/**
 * Validates a form with a schema loaded on first submission, which keeps zod and the rules out of a page's first load. `useForm({ resolver:
 * bySchema(async () => (await import('./schema.ts')).TagInput), ... })`
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
 * Returns a schema loaded after the page is shown, or undefined until then. For validation while someone types. `load` must be stable
 * between renders.
 */
export function useSchema<Schema extends ZodType>(load: () => Promise<Schema>): Schema | undefined {
  const [schema, setSchema] = useState<Schema>()
  useEffect(() => {
    let is_shown = true
    void load().then(
      (loaded) => is_shown && setSchema(loaded),
      // Without the rules, only the server validates. The next page load tries again.
      () => undefined,
    )
    return () => {
      is_shown = false
    }
  }, [load])
  return schema
}
