import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { changedPaths, isSame, valueAt } from '@/components/form-values'

// What forms remember while they are sent. Every form has it, so it is apart from the rest of `useStoredForm`.

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

/** Returns a copy of what is entered. */
export const enteredNow = <Values extends FieldValues, Context, Output>({
  getValues,
}: AnyForm<Values, Context, Output>): Values => structuredClone(getValues())

/** What was entered when someone pressed the button, by the control of the form. */
const sentOf = new WeakMap<WeakKey, FieldValues>()

/** Remembers what is being sent: a copy of what was entered when someone asked for it, and what the rules made of it. */
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
