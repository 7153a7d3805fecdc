import { keepPreviousData } from '@tanstack/react-query'
import type { Trpc } from '@/components/page-queries'
import { hasChoices } from '@/server/modules/custom-fields/field-types-schema.ts'
import type { ColumnTarget, Import } from '@/server/modules/imports/schema.ts'
import { PROBLEMS } from '@/server/modules/imports/values-schema.ts'

/** Previews the first rows. Disabled without an address column, and while a new field has no name or choices. */
export const checkQuery = (trpc: Trpc, id: number, columns: ColumnTarget[]) =>
  trpc.imports.check.queryOptions(
    { id, columns },
    { enabled: hasAddress(columns) && columns.every(isDefined), placeholderData: keepPreviousData },
  )

export const hasAddress = (columns: readonly ColumnTarget[]) => columns.some(({ target }) => target === 'email_address')

const isDefined = (column: ColumnTarget) =>
  column.target !== 'new_field' ||
  (column.label.trim() !== '' &&
    (!hasChoices(column.type ?? 'text') || column.choices?.some((choice) => choice.trim() !== '') === true))

/** Rows that were not added, or that lost a value. */
export const problemsQuery = (trpc: Trpc, id: number) =>
  trpc.imports.problems.infiniteQueryOptions(
    { id },
    { getNextPageParam: ({ next }) => next ?? undefined, initialCursor: undefined },
  )

export const notAdded = ({ counts }: Import) => PROBLEMS.reduce((sum, result) => sum + counts[result], 0)
