import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type { ZodType } from 'zod'
import { bySchema } from '@/components/form-schema'
import { Button } from '@/components/ui/button'
import { Form } from '@/components/ui/form'

/** Result of a submission: undefined on success, or an error and its field. */
export type AuthResult<Values> = { message: string; field?: keyof Values & string } | undefined

export type AuthSubmit<Values> = (values: Values) => Promise<AuthResult<Values>>

interface AuthFormProps<Values extends FieldValues> {
  /** Loaded on first submission. */
  schema: () => Promise<ZodType<Values, Values>>
  defaultValues: DefaultValues<Values>
  submitLabel: string
  onSubmit: AuthSubmit<Values>
  children: (form: UseFormReturn<Values, unknown, Values>) => ReactNode
}

/** Validation, pending state and errors of all authentication forms. */
export function AuthForm<Values extends FieldValues>({
  schema,
  defaultValues,
  submitLabel,
  onSubmit,
  children,
}: AuthFormProps<Values>) {
  const form = useForm<Values, unknown, Values>({ resolver: bySchema(schema), defaultValues })
  const element = useRef<HTMLFormElement>(null)
  const [isAlive, setAlive] = useState(false)

  // Include values typed or autofilled before scripts loaded.
  useEffect(() => {
    for (const input of element.current?.querySelectorAll('input') ?? []) {
      if (input.value && input.name in form.getValues()) form.setValue(input.name as Path<Values>, input.value as never)
    }
    setAlive(true)
  }, [form])

  async function submit(values: Values) {
    const refused = await onSubmit(values)
    if (!refused) return
    if (!refused.field) throw new Error(refused.message)
    form.setError(refused.field as Path<Values>, { message: refused.message }, { shouldFocus: true })
  }

  return (
    <Form form={form} ref={element} method="post" onSubmit={submit}>
      {children(form)}
      {/* Disabled until scripts run: the browser would submit the form itself, with the password. */}
      <Button type="submit" size="lg" className="mt-1" disabled={!isAlive} pending={form.formState.isSubmitting}>
        {submitLabel}
      </Button>
    </Form>
  )
}
