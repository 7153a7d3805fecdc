import { zodResolver } from '@hookform/resolvers/zod'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatCount, formatNumber } from '@/components/format'
import { Bookmark, X } from '@/components/generated/icons'
import { NameDialog } from '@/components/name-dialog'
import { IfRole } from '@/components/role'
import { clearSent } from '@/components/sent-values'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { useDebounced } from '@/components/use-debounced'
import { SegmentName } from '@/server/modules/segments/schema.ts'
import { SegmentFilter } from '@/server/modules/subscribers/segment-filter-schema.ts'
import { hasValues } from '../segments/conditions'
import { SegmentBuilder } from '../segments/segment-builder'
import { MAX_FILTER } from './queries'

const PAUSE_MS = 350
const EMPTY: SegmentFilter = { match: 'all', conditions: [], counting_mode: 'raw' }

interface FilterPanelProps {
  /** The filter in the URL. */
  text: string | null
  onChange: (text: string | null) => void
  onClose: () => void
}

/** Edits segment conditions as a filter of the list. Complete conditions apply while others are still being edited. */
export function FilterPanel({ text, onChange, onClose }: FilterPanelProps) {
  const [draft, setDraft] = useState(() => parsed(text) ?? EMPTY)
  // The builder keeps its own conditions, so it is remounted when they are cleared.
  const [round, setRound] = useState(0)
  const read = SegmentFilter.safeParse(draft).data
  const valid = read && hasValues(read) ? read : undefined
  const settledText = useDebounced(valid ? JSON.stringify(valid) : undefined, PAUSE_MS)
  const is_empty = valid !== undefined && valid.conditions.length === 0
  const is_long = (settledText?.length ?? 0) > MAX_FILTER
  // Only changes by the builder change the URL.
  const latest = useRef({ text, onChange })
  useEffect(() => {
    latest.current = { text, onChange }
  })
  useEffect(() => {
    if (settledText === undefined || settledText.length > MAX_FILTER) return
    const next = SegmentFilter.parse(JSON.parse(settledText)).conditions.length === 0 ? null : settledText
    if (next !== latest.current.text) latest.current.onChange(next)
  }, [settledText])

  return (
    <section aria-label="Filter" className="grid gap-4 rounded-2xl border border-border bg-card p-4 shadow-xs sm:p-5">
      <SegmentBuilder key={round} value={draft} onChange={setDraft} empty="Add a condition to narrow the list." />
      <div className="flex flex-wrap items-center justify-between gap-3 border-border border-t pt-4">
        <Count filter={is_long ? undefined : settledText} is_complete={valid !== undefined} is_long={is_long} />
        <div className="flex flex-wrap gap-2">
          {is_empty ? null : (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                setDraft(EMPTY)
                setRound(round + 1)
                onChange(null)
              }}
            >
              Clear filter
            </Button>
          )}
          <IfRole atLeast="editor">{valid && !is_empty ? <SaveSegment definition={valid} /> : null}</IfRole>
          <Button variant="ghost" size="sm" onClick={onClose}>
            <X aria-hidden /> Close
          </Button>
        </div>
      </div>
    </section>
  )
}

function parsed(text: string | null): SegmentFilter | undefined {
  try {
    return SegmentFilter.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}

interface CountProps {
  filter: string | undefined
  is_complete: boolean
  is_long: boolean
}

function Count({ filter, is_complete, is_long }: CountProps) {
  const trpc = useTRPC()
  const definition = filter === undefined ? EMPTY : (JSON.parse(filter) as SegmentFilter)
  const preview = useQuery(
    trpc.segments.preview.queryOptions(
      { definition },
      { enabled: filter !== undefined, placeholderData: keepPreviousData },
    ),
  )
  const { data, error } = preview
  return (
    <p role="status" className="text-muted-foreground text-sm">
      {is_long ? (
        'This filter is too long for a list. Build it as a segment instead.'
      ) : !is_complete ? (
        'Complete the conditions to see who matches.'
      ) : error ? (
        error.message
      ) : data ? (
        <>
          <span className="figures font-medium text-foreground">{formatCount(data.count, 'subscriber')}</span> in all
          states, <span className="figures">{formatNumber(data.active)}</span> active
        </>
      ) : (
        'Counting…'
      )}
    </p>
  )
}

function SaveSegment({ definition }: { definition: SegmentFilter }) {
  const trpc = useTRPC()
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const create = useAction(trpc.segments.create, { invalidates: trpc.segments })
  const form = useForm({ resolver: zodResolver(SegmentName), defaultValues: { name: '' } })
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <Bookmark aria-hidden /> Save as segment
      </Button>
      <NameDialog
        title="Save as segment"
        description="Segments update automatically. Use them for broadcasts, automations and exports."
        form={form}
        placeholder="Engaged last month"
        submitLabel="Save segment"
        open={open}
        onClose={() => setOpen(false)}
        onSubmit={async ({ name }) => {
          const { id } = await create.run({ name, definition })
          setOpen(false)
          clearSent(form)
          toast.success(`Saved “${name}”`, {
            action: { label: 'Open segment', onClick: () => router.push(`/segments/${id}`) },
          })
        }}
      />
    </>
  )
}
