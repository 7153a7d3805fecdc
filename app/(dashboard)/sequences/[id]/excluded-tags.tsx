import { useQuery } from '@tanstack/react-query'
import { X } from '@/components/generated/icons'
import { allTagsQuery } from '@/components/page-queries'
import { TagBadge } from '@/components/tags/tag-badge'
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
  const tags = useQuery(allTagsQuery(trpc))
  const rows = tags.data?.rows ?? []
  return (
    <div className="grid gap-2">
      {value.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5" aria-label="Excluded tags">
          {value.map((id) => {
            const name = rows.find((tag) => tag.id === id)?.name ?? '…'
            return (
              <li key={id} className="max-w-full">
                <TagBadge id={id} name={name} className="h-8 pe-0.5 max-md:h-11">
                  <button
                    type="button"
                    aria-label={`Remove ${name}`}
                    className="grid size-7 place-items-center rounded-full hover:bg-foreground/10 max-md:size-10"
                    onClick={() => onChange(value.filter((other) => other !== id))}
                  >
                    <X aria-hidden className="size-3.5" />
                  </button>
                </TagBadge>
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
