import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { Trpc } from '@/components/page-queries'
import type { Label } from '@/server/modules/automation-templates/schema.ts'
import { LABELS } from '@/server/modules/automation-templates/values-schema.ts'

export const GALLERY_FILTERS = {
  q: parseAsString.withDefault(''),
  label: parseAsStringLiteral(Object.keys(LABELS) as Label[]),
  page: parseAsInteger.withDefault(1),
}

export const galleryQuery = (trpc: Trpc, { q, label, page }: inferParserType<typeof GALLERY_FILTERS>) =>
  trpc.automation_templates.list.queryOptions(
    { search: q, label, page: Math.max(1, page) },
    { placeholderData: keepPreviousData },
  )
