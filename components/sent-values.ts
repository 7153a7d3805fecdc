import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { changedPaths, isSame, valueAt } from '@/components/form-values'

// State of a form while it is saved. Every form has it, so it is apart from the rest of `useStoredForm`.

/** Values that the form’s fields are compared with. */
export interface Stored {
  /** The values on the server. */
  base: FieldValues
  /** While a save is under way. */
  sent?: Sent | undefined
}

interface Sent {
  /** The fields when someone pressed the button. */
  entered: FieldValues
  /** The same after validation: these values are saved. */
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

/** Returns a copy of what is entered. */
export const enteredNow = <Values extends FieldValues, Context, Output>({
  getValues,
}: AnyForm<Values, Context, Output>): Values => structuredClone(getValues())

/** The fields when someone pressed the button, by the control of the form. */
const sentOf = new WeakMap<WeakKey, FieldValues>()

/** Remembers a save: a copy of the fields when someone pressed the button, and their validated values. */
export function rememberSent<Values extends FieldValues, Context, Output>(
  { control }: AnyForm<Values, Context, Output>,
  entered: Values,
  accepted: Output,
): void {
  sentOf.set(control, entered)
  const stored = storedOf.get(control)
  if (stored) stored.sent = { entered, accepted: accepted as FieldValues }
}

/** Forgets it when the save is over. If it failed, everything that was typed is still an edit. */
export function forgetSent<Values extends FieldValues, Context, Output>({
  control,
}: AnyForm<Values, Context, Output>): void {
  sentOf.delete(control)
  const stored = storedOf.get(control)
  if (stored) stored.sent = undefined
}

/**
 * Empties a form after what it sent was accepted, for the next one. A field that was edited since keeps what was typed: an answer never
 * takes it away.
 */
export function clearSent<Values extends FieldValues, Context, Output>(
  { control, getValues, setValue, reset }: AnyForm<Values, Context, Output>,
  empty?: Values,
): void {
  const sent = sentOf.get(control)
  const blank = structuredClone(empty ?? control._defaultValues) as Values
  const shown = structuredClone(getValues())
  for (const path of changedPaths(shown, blank))
    if (!sent || isSame(valueAt(shown, path), valueAt(sent, path)))
      setValue(path.join('.') as FieldPath<Values>, structuredClone(valueAt(blank, path)) as never)
  reset(blank, { keepValues: true })
}

/** The same for a text in a state: `setText(unlessEdited(text, ''))`. */
export const unlessEdited =
  <Value>(sent: Value, empty: Value) =>
  (shown: Value): Value =>
    shown === sent ? empty : shown
