'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTRPC } from '@/components/trpc-provider'
import { SelectInput } from '@/components/ui/select'

interface ExcludedTagsProps {
  id?: string
  value: number[]
  onChange: (ids: number[]) => void
}

/** Adds and removes excluded tags. */
export function ExcludedTags({ value, onChange, ...props }: ExcludedTagsProps) {
  const trpc = useTRPC()
  const tags = useQuery(trpc.tags.list.queryOptions({ per_page: 1000 }))
  const rows = tags.data?.rows ?? []
  return (
    <div className="grid gap-2">
      {value.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5" aria-label="Excluded tags">
          {value.map((id) => {
            const name = rows.find((tag) => tag.id === id)?.name ?? '…'
            return (
              <li key={id} className="flex items-center rounded-md bg-muted ps-2.5 text-sm">
                {name}
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  className="grid size-8 place-items-center rounded-md text-muted-foreground hover:text-foreground max-md:size-11"
                  onClick={() => onChange(value.filter((other) => other !== id))}
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              </li>
            )
          })}
        </ul>
      ) : null}
      <SelectInput
        {...props}
        placeholder={rows.length > 0 ? 'Choose a tag' : 'No tags yet'}
        value={undefined}
        options={rows
          .filter(({ id }) => !value.includes(id))
          .map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => onChange([...value, Number(id)])}
      />
    </div>
  )
}
