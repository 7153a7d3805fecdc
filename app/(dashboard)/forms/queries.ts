import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import { FORM_STATUSES } from '@/server/modules/forms/values-schema.ts'

export const FORM_FILTERS = { status: parseAsStringLiteral(FORM_STATUSES).withDefault('active') }

export const formListQuery = (trpc: Trpc, { status }: inferParserType<typeof FORM_FILTERS>, cursor: Cursor) =>
  trpc.forms.list.queryOptions(
    { status, include: 'subscriber_count', per_page: 50, include_total_count: true, ...cursor },
    { placeholderData: keepPreviousData },
  )

export const formQuery = (trpc: Trpc, { id }: { id: number }) => trpc.forms.get.queryOptions({ id })
