'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { EmptyState } from '@/components/empty-state'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { SearchInput } from '@/components/search-input'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SelectInput } from '@/components/ui/select'
import type { Label } from '@/server/modules/automation-templates/schema.ts'
import { LABELS } from '@/server/modules/automation-templates/values-schema.ts'
import { GALLERY_FILTERS, galleryQuery } from './queries'
import { TemplateCards } from './template-cards'

const ALL = 'all'
const options = () => [
  { value: ALL, label: 'All features' },
  ...Object.entries(LABELS).map(([value, label]) => ({ value, label })),
]

/** All templates that the account can adopt, built-in or from apps. */
export function TemplateGallery() {
  const trpc = useTRPC()
  const [filters, setFilters] = useQueryStates(GALLERY_FILTERS)
  const { label, page } = filters
  const list = useQuery(galleryQuery(trpc, filters))
  const templates = [...(list.data?.built_in ?? []), ...(list.data?.templates ?? [])]
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap gap-3">
        <SearchInput label="Search templates" resets={['page']} />
        <SelectInput
          aria-label="Feature"
          className="w-56"
          value={label ?? ALL}
          options={options()}
          onChange={(value) => {
            void setFilters({ label: value === ALL ? null : (value as Label), page: null })
          }}
        />
      </div>
      <Loaded query={list} as="h2" loading={<RowsSkeleton />}>
        {() =>
          templates.length === 0 ? (
            <EmptyState
              as="h2"
              illustration="file"
              title="No templates found"
              description="Try other words, or another feature."
            />
          ) : (
            <TemplateCards as="h2" templates={templates} />
          )
        }
      </Loaded>
      {list.data && list.data.pages > 1 ? (
        <div className="flex justify-center gap-3">
          <Button variant="outline" disabled={page <= 1} onClick={() => void setFilters({ page: page - 1 })}>
            Previous
          </Button>
          <Button
            variant="outline"
            disabled={page >= list.data.pages}
            onClick={() => void setFilters({ page: page + 1 })}
          >
            Next
          </Button>
        </div>
      ) : null}
    </div>
  )
}
