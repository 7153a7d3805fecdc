'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { type Engagement, HOW_OFTEN, howOften, withHowOften } from './conditions'
import { WindowFields } from './window-fields'

interface EngagementFieldsProps {
  condition: Engagement
  onChange: (condition: Engagement) => void
}

/** Count, period, and the email or link. */
export function EngagementFields({ condition, onChange }: EngagementFieldsProps) {
  const { how, times } = howOften(condition)
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <Field label="How often" hideLabel className="w-32 max-sm:grow">
          <SelectInput
            value={how}
            options={HOW_OFTEN}
            onChange={(next) => onChange(withHowOften(condition, next, times))}
          />
        </Field>
        {how === 'never' ? null : (
          <Field label="Times" hideLabel className="w-24">
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={9999}
              value={times}
              onChange={(event) =>
                onChange(withHowOften(condition, how, Math.max(1, Math.trunc(Number(event.target.value) || 1))))
              }
            />
          </Field>
        )}
        {how === 'never' ? null : (
          <span className="pb-2 text-muted-foreground text-sm">{times === 1 ? 'time' : 'times'}</span>
        )}
      </div>
      <WindowFields condition={condition} onChange={onChange} />
      <WhichFields condition={condition} onChange={onChange} />
    </>
  )
}

const WHICH = [
  { value: 'all', label: 'any email' },
  { value: 'broadcast', label: 'a broadcast' },
]
const WHICH_LINK = [...WHICH, { value: 'url', label: 'links that contain' }]

/** Limits the condition to one broadcast, or clicks to part of a URL. */
function WhichFields({ condition, onChange }: EngagementFieldsProps) {
  const trpc = useTRPC()
  const [entry] = condition.any ?? []
  const which = entry === undefined ? 'all' : entry.type === 'urls' ? 'url' : 'broadcast'
  const broadcasts = useQuery(
    trpc.broadcasts.list.queryOptions({ status: 'completed', per_page: 100 }, { enabled: which === 'broadcast' }),
  )
  const narrow = (any: Engagement['any']) => onChange({ ...condition, any } as Engagement)
  return (
    <div className="flex flex-wrap gap-2">
      <Field label="Which email" hideLabel className="w-44 max-sm:w-full">
        <SelectInput
          value={which}
          options={condition.type === 'clicks' ? WHICH_LINK : WHICH}
          onChange={(next) => {
            if (next === 'all') narrow(undefined)
            else if (next === 'broadcast') narrow([{ type: 'broadcasts', ids: [] }])
            else narrow([{ type: 'urls', urls: [''], matching: 'contains' }])
          }}
        />
      </Field>
      {entry?.type === 'broadcasts' ? (
        <Field label="Broadcast" hideLabel className="min-w-0 grow basis-56">
          <SelectInput
            value={entry.ids[0] ? String(entry.ids[0]) : undefined}
            placeholder="Choose a broadcast"
            options={(broadcasts.data?.rows ?? []).map(({ id, subject }) => ({
              value: String(id),
              label: subject ?? 'No subject',
            }))}
            onChange={(id) => narrow([{ type: 'broadcasts', ids: [Number(id)] }])}
          />
        </Field>
      ) : null}
      {entry?.type === 'urls' ? (
        <Field label="Part of the URL" hideLabel className="min-w-0 grow basis-56">
          <Input
            value={entry.urls?.[0] ?? ''}
            placeholder="studio.example/shop"
            onChange={(event) => narrow([{ type: 'urls', urls: [event.target.value], matching: 'contains' }])}
          />
        </Field>
      ) : null}
    </div>
  )
}
