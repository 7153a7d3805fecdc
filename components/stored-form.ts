import { useEffect, useRef } from 'react'
import { type FieldPath, type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form'
import { changedPaths, isPlain, isSame, valueAt } from '@/components/form-values'
import { type AnyForm, follow, type Stored, storedOf } from '@/components/sent-values'

/**
 * A form for stored values that keeps edits while it saves or reloads. `values` are the server’s: when they change, unedited fields take
 * the new values and edited fields keep their input. Pages call `markSaved` as soon as a save succeeds.
 */
export function useStoredForm<Values extends FieldValues, Context = unknown, Output = Values>({
  values,
  resolver,
  ...options
}: Omit<UseFormProps<Values, Context, Output>, 'values' | 'defaultValues'> & {
  values: Values
}): UseFormReturn<Values, Context, Output> {
  const form = useForm<Values, Context, Output>({
    ...options,
    defaultValues: values as never,
    // Loading the rules takes time, and the clone excludes text typed until then.
    ...(resolver && { resolver: (given, ...rest) => resolver(structuredClone(given), ...rest) }),
  })
  const first = useRef(values)
  follow(form, first.current)
  // Compared as text, because pages create `values` in each render.
  const valuesText = JSON.stringify(values)
  const taken = useRef(valuesText)
  useEffect(() => {
    if (taken.current === valuesText) return
    taken.current = valuesText
    takeStored(form, values)
  }, [form, values, valuesText])
  return form
}

/** Marks the sent values as saved. Text typed since then stays an unsaved change. */
export function markSaved<Values extends FieldValues, Context, Output>(form: AnyForm<Values, Context, Output>): void {
  const storedForm = storedOf.get(form.control)
  if (!storedForm?.sent) return
  const { entered, accepted } = storedForm.sent
  const saved = inFieldsOf(entered, accepted) as FieldValues
  show(form, { from: entered, to: saved, is_edited: (value, path) => !isSame(value, valueAt(entered, path)) })
  storedForm.sent = undefined
  compareWith(form, storedForm, saved)
}

/** Updates unedited fields with newly stored values. */
export function takeStored<Values extends FieldValues, Context, Output>(
  form: AnyForm<Values, Context, Output>,
  next: Values,
): void {
  const storedForm = storedOf.get(form.control)
  if (!storedForm || isSame(storedForm.base, next)) return
  const known = [storedForm.base, ...(storedForm.sent ? [storedForm.sent.entered] : [])]
  show(form, {
    from: storedForm.base,
    to: next,
    is_edited: (value, path) => known.every((values) => !isSame(value, valueAt(values, path))),
  })
  compareWith(form, storedForm, next)
}

interface Showing {
  from: FieldValues
  to: FieldValues
  is_edited: (value: unknown, path: readonly string[]) => boolean
}

function show<Values extends FieldValues, Context, Output>(
  { getValues, setValue }: AnyForm<Values, Context, Output>,
  { from, to, is_edited }: Showing,
) {
  const shown = structuredClone(getValues())
  for (const path of changedPaths(from, to))
    if (!is_edited(valueAt(shown, path), path))
      setValue(path.join('.') as FieldPath<Values>, structuredClone(valueAt(to, path)) as never)
}

function compareWith<Values extends FieldValues, Context, Output>(
  { reset }: AnyForm<Values, Context, Output>,
  stored: Stored,
  base: FieldValues,
) {
  stored.base = base
  reset(base as Values, { keepValues: true, keepErrors: true, keepTouched: true, keepIsSubmitted: true })
}

/** Returns the validated values of fields that still show them. Validation can add properties and change types. */
function inFieldsOf(entered: unknown, accepted: unknown): unknown {
  if (isPlain(entered) && isPlain(accepted))
    return Object.fromEntries(
      Object.entries(entered).map(([key, value]) => [key, key in accepted ? inFieldsOf(value, accepted[key]) : value]),
    )
  return typeOf(entered) === typeOf(accepted) ? accepted : entered
}

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)
