import { errorText } from '@/components/error-text'
import { ADDRESS_TAKEN } from '@/server/modules/users/values-schema.ts'

/** Converts an error for a form, with the affected field if any. */
export function toFormError(error: unknown): { message: string; field?: 'email_address' } {
  const message = errorText(error)
  return message === ADDRESS_TAKEN ? { message, field: 'email_address' } : { message }
}
