'use client'

import { useRouter } from 'next/navigation'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useSchema } from '@/components/form-schema'
import { Page, PageHeader } from '@/components/page-header'
import { EditableBy, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { onDemand } from '@/components/ui/on-demand'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { SegmentDetail } from '@/server/modules/segments/schema.ts'
import type { SegmentFilter } from '@/server/modules/subscribers/segment-filter-schema.ts'
import { hasValues } from './conditions'
import { NEW_SEGMENT } from './queries'
import { SegmentBuilder } from './segment-builder'
import { SegmentPreview } from './segment-preview'

const SizeHistory = onDemand(async () => (await import('./size-history')).SizeHistory)

const PAUSE_MS = 350

const loadRules = async () => (await import('@/server/modules/subscribers/segment-filter-schema.ts')).SegmentFilter

const complete = (filter: SegmentFilter | undefined) => (filter && hasValues(filter) ? filter : undefined)

/** Conditions of the segment, with a preview of the matching subscribers. */
export function SegmentEditor({ segment }: { segment?: SegmentDetail }) {
  const trpc = useTRPC()
  const router = useRouter()
  const may_write = useHasRole('editor')
  const [name, setName] = useState(segment?.name ?? '')
  const [initial] = useState<SegmentFilter>(() => segment?.definition ?? NEW_SEGMENT)
  const [draft, setDraft] = useState(initial)
  const rules = useSchema(loadRules)
  // The stored definition is valid, so the first count does not wait for the rules.
  const completeDraft = draft === initial ? draft : complete(rules?.safeParse(draft).data)
  const create = useAction(trpc.segments.create, { invalidates: trpc.segments })
  const update = useAction(trpc.segments.update, { invalidates: trpc.segments })
  const definition = useDebounced(completeDraft)
  const error = create.error ?? update.error

  async function save() {
    if (!completeDraft) return
    const input = { name, definition: completeDraft }
    const { id } = segment ? await update.run({ id: segment.id, ...input }) : await create.run(input)
    toast.success(`Saved “${name.trim()}”`)
    if (!segment) router.push(`/segments/${id}`)
  }

  return (
    <Page>
      <PageHeader
        title={segment?.name ?? 'New segment'}
        back={{ href: '/segments', label: 'Segments' }}
        actions={
          may_write ? (
            <Button
              pending={create.isPending || update.isPending}
              disabled={!name.trim() || !completeDraft}
              onClick={() => void save().catch(() => undefined)}
            >
              Save segment
            </Button>
          ) : undefined
        }
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 content-start gap-5">
          {error ? <Alert tone="danger" title={error.message} /> : null}
          <EditableBy atLeast="editor">
            <Field label="Name">
              <Input
                value={name}
                maxLength={255}
                autoComplete="off"
                placeholder="Engaged last month"
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
            <SegmentBuilder
              value={draft}
              onChange={setDraft}
              starter={NEW_SEGMENT.conditions[0]}
              empty="Without conditions, the segment contains everyone."
            />
          </EditableBy>
        </div>
        <SegmentPreview definition={definition} />
      </div>
      {segment ? <SizeHistory id={segment.id} name={segment.name} /> : null}
    </Page>
  )
}

/** Debounces the value, so typing does not send a request for every key. */
function useDebounced<T>(value: T): T {
  const text = useDeferredValue(JSON.stringify(value))
  const [settledDraft, setSettledDraft] = useState({ text, value })
  const latest = useRef(value)
  latest.current = value
  useEffect(() => {
    const timer = setTimeout(() => setSettledDraft({ text, value: latest.current }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settledDraft.value
}
