import { ADDRESS_TAKEN } from '@/server/modules/people/schema.ts'

/** Why a call failed, as a form shows it: at the field that the text is about, else above the fields. */
export function toFormError(error: unknown): { message: string; field?: 'email_address' } {
  const message = error instanceof Error ? error.message : 'Something went wrong. Please try again.'
  return message === ADDRESS_TAKEN ? { message, field: 'email_address' } : { message }
}
