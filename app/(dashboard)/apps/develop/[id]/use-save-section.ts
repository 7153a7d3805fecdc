import { useQueryClient } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { errorText } from '@/components/error-text'
import { markSaved } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { toast } from '@/components/ui/sonner'

/** Saves a section and reloads it. Errors that start with a field’s name are shown at that field. */
export function useSaveSection<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  save: (values: Output) => Promise<unknown>,
  names: Partial<Record<FieldPath<Values>, string>> = {},
) {
  const trpc = useTRPC()
  const client = useQueryClient()
  return async (values: Output) => {
    try {
      await save(values)
    } catch (error) {
      return setFieldErrors(form, names, error)
    }
    markSaved(form)
    await client.invalidateQueries(trpc.apps.pathFilter())
    toast.success('Saved')
  }
}

function setFieldErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  names: Partial<Record<FieldPath<Values>, string>>,
  error: unknown,
) {
  const fields = Object.entries(names) as [FieldPath<Values>, string][]
  const rest = messagesOf(error).filter((message) => {
    const [field, name] = fields.find(([, known]) => message.startsWith(`${known}: `)) ?? []
    if (field && name) form.setError(field, { message: capital(message.slice(name.length + 2)) })
    return !field
  })
  if (rest.length > 0) throw new Error(rest.join('. '))
}

function messagesOf(error: unknown): string[] {
  const { messages } = (error instanceof TRPCClientError ? (error.data as { messages?: string[] } | null) : null) ?? {}
  return messages ?? [errorText(error)]
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
