import type { FieldValues, UseFormReturn } from 'react-hook-form'

// What forms of stored values remember while they are saved. Every form has it, so it is apart from the rest of `useStoredForm`.

/** What a form shows is compared with, by its control. */
export interface Stored {
  /** As the server has it. */
  base: FieldValues
  /** While a save is under way. */
  sent?: Sent | undefined
}

interface Sent {
  /** When someone pressed the button. */
  entered: FieldValues
  /** As the rules of the form read it: that is what is saved. */
  accepted: FieldValues
}

export const storedOf = new WeakMap<WeakKey, Stored>()

export type AnyForm<Values extends FieldValues, Context, Output> = Pick<
  UseFormReturn<Values, Context, Output>,
  'control' | 'getValues' | 'setValue' | 'reset'
>

/** Begins to compare a form with what is stored. */
export function follow<Values extends FieldValues, Context, Output>(
  { control }: AnyForm<Values, Context, Output>,
  base: Values,
): void {
  if (!storedOf.has(control)) storedOf.set(control, { base })
}

/** Returns a copy of what is entered. Undefined for forms of nothing that is stored. */
export const enteredNow = <Values extends FieldValues, Context, Output>({
  control,
  getValues,
}: AnyForm<Values, Context, Output>): Values | undefined =>
  storedOf.has(control) ? structuredClone(getValues()) : undefined

/** Remembers what is being sent: a copy of what was entered when someone asked for it, and what the rules made of it. */
export function rememberSent<Values extends FieldValues, Context, Output>(
  { control }: AnyForm<Values, Context, Output>,
  entered: Values | undefined,
  accepted: Output,
): void {
  const stored = storedOf.get(control)
  if (stored && entered) stored.sent = { entered, accepted: accepted as FieldValues }
}

/** Forgets it when the save is over. If it failed, everything that was typed is still an edit. */
export function forgetSent<Values extends FieldValues, Context, Output>({
  control,
}: AnyForm<Values, Context, Output>): void {
  const stored = storedOf.get(control)
  if (stored) stored.sent = undefined
}
