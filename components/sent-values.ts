import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { changedPaths, isSame, valueAt } from '@/components/form-values'

// State of a form while it is being saved. In a file of its own, because every form needs it.

/** Values with which the form’s fields are compared. */
export interface Stored {
  /** Values on the server. */
  base: FieldValues
  /** Values of a running save. */
  sent?: Sent | undefined
}

interface Sent {
  /** The fields when the button was pressed. */
  entered: FieldValues
  /** The same after validation: the values being saved. */
  accepted: FieldValues
}

export const storedOf = new WeakMap<WeakKey, Stored>()

export type AnyForm<Values extends FieldValues, Context, Output> = Pick<
  UseFormReturn<Values, Context, Output>,
  'control' | 'getValues' | 'setValue' | 'reset'
>

/** Starts comparing a form with its stored values. */
export function follow<Values extends FieldValues, Context, Output>(
  { control }: AnyForm<Values, Context, Output>,
  base: Values,
): void {
  if (!storedOf.has(control)) storedOf.set(control, { base })
}

/** Returns a copy of the form's current input. */
export const enteredNow = <Values extends FieldValues, Context, Output>({
  getValues,
}: AnyForm<Values, Context, Output>): Values => structuredClone(getValues())

/** The fields when the button was pressed, by the form's control. */
const sentOf = new WeakMap<WeakKey, FieldValues>()

/** Records a save: a copy of the fields when the button was pressed, and their validated values. */
export function rememberSent<Values extends FieldValues, Context, Output>(
  { control }: AnyForm<Values, Context, Output>,
  entered: Values,
  accepted: Output,
): void {
  sentOf.set(control, entered)
  const stored = storedOf.get(control)
  if (stored) stored.sent = { entered, accepted: accepted as FieldValues }
}

/** Deletes that record when the save is over. If it failed, all input is still unsaved. */
export function forgetSent<Values extends FieldValues, Context, Output>({
  control,
}: AnyForm<Values, Context, Output>): void {
  sentOf.delete(control)
  const stored = storedOf.get(control)
  if (stored) stored.sent = undefined
}

/** Clears a form after its input was accepted. Fields edited since sending keep their text, because a response must never discard input. */
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

/** Like `clearSent`, for a text in state: `setText(unlessEdited(text, ''))`. */
export const unlessEdited =
  <Value>(sent: Value, empty: Value) =>
  (shown: Value): Value =>
    shown === sent ? empty : shown
