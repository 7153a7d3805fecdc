import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatCount, formatNumber } from '@/components/format'
import { Plus } from '@/components/generated/icons'
import { RemovableCard } from '@/components/removable-card'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { t } from '@/server/lib/locale/texts.ts'
import type { Listener, PropertyCondition } from '@/server/modules/automations/graph-schema.ts'
import type { KnownProperty } from '@/server/modules/automations/schema.ts'

type ApiEvent = Extract<Listener, { type: 'api_event' }>

/** An event of a program: its name, known properties, and conditions on them. */
export function ApiEventFields({ value, onChange }: { value: ApiEvent; onChange: (value: ApiEvent) => void }) {
  const known = useQuery(useTRPC().automations.events.queryOptions())
  const listId = useId()
  const event = known.data?.find(({ name }) => name === value.name)
  return (
    <>
      <Field
        label="Event name"
        description="Your program reports it with POST /v4/automation_events."
        error={/^[a-z][a-z0-9_.]{0,63}$/.test(value.name) ? undefined : 'Enter a name such as webinar.attended'}
      >
        <Input
          value={value.name}
          list={listId}
          autoComplete="off"
          spellCheck={false}
          placeholder="webinar.attended"
          onChange={({ target }) => onChange({ ...value, name: target.value.trim() })}
        />
      </Field>
      <datalist id={listId}>
        {known.data?.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {event ? <KnownProperties properties={event.properties} events={event.count} /> : null}
      <PropertyConditions
        title="Only events that match all of these"
        value={value.where}
        properties={event?.properties ?? []}
        onChange={(where) => onChange({ type: value.type, name: value.name, ...(where && { where }) })}
      />
    </>
  )
}

/** Conditions on the event by which a subscriber is at a step. Hidden until a program reported properties. */
export function EventConditions({
  value,
  onChange,
}: {
  value: readonly PropertyCondition[] | undefined
  onChange: (value: PropertyCondition[] | undefined) => void
}) {
  const known = useQuery(useTRPC().automations.events.queryOptions())
  const properties = (known.data ?? []).flatMap((event) => event.properties)
  if (properties.length === 0 && !value) return null
  return (
    <PropertyConditions
      title="And whose event matches all of these"
      value={value}
      properties={properties}
      onChange={onChange}
    />
  )
}

function KnownProperties({ properties, events }: { properties: readonly KnownProperty[]; events: number }) {
  return (
    <section aria-label="Known properties" className="grid gap-2 rounded-xl border border-border p-4 text-sm">
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-medium">
        Known properties
        <span className="font-normal text-muted-foreground text-xs">{formatCount(events, 'event')}</span>
      </h3>
      <dl className="grid max-h-64 gap-2 overflow-y-auto">
        {properties.map(({ name, type, count, last_values }) => (
          <div key={name} className="grid min-w-0 gap-0.5">
            <dt className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <code className="break-all">{name}</code>
              <span className="text-muted-foreground text-xs">
                {TYPES[type]()}
                {count < events ? <>, in {formatNumber(count)}</> : null}
              </span>
            </dt>
            <dd className="truncate text-muted-foreground">{last_values.map(shown).join(' · ')}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted-foreground text-xs">
        Emails that follow print them, such as <code>{`{{ event.${properties[0]?.name ?? 'total'} }}`}</code>.
      </p>
    </section>
  )
}

const TYPES: Record<KnownProperty['type'], () => string> = {
  text: () => t`Text`,
  number: () => t`Number`,
  boolean: () => t`Yes or no`,
  date: () => t`Date`,
  list: () => t`List`,
}

const MAX_SHOWN = 40
const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_SHOWN)

const comparisons = (): { value: PropertyCondition['comparison']; label: string }[] => [
  { value: 'is', label: t`is` },
  { value: 'is_not', label: t`is not` },
  { value: 'contains', label: t`contains` },
  { value: 'greater_than', label: t`is over` },
  { value: 'less_than', label: t`is under` },
  { value: 'exists', label: t`is present` },
]
const MOST = 10

interface PropertyConditionsProps {
  title: string
  value: readonly PropertyCondition[] | undefined
  /** Offered while typing. */
  properties: readonly KnownProperty[]
  onChange: (value: PropertyCondition[] | undefined) => void
}

function PropertyConditions({ title, value = [], properties, onChange }: PropertyConditionsProps) {
  const listId = useId()
  const set = (next: PropertyCondition[]) => onChange(next.length > 0 ? next : undefined)
  const change = (at: number, next: Partial<PropertyCondition>) =>
    set(value.map((one, other) => (other === at ? { ...one, ...next } : one)))
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {value.length > 0 ? <h3 className="font-medium text-sm">{title}</h3> : null}
      {value.map((condition, at) => (
        <RemovableCard
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ID, and their fields are stateless
          key={at}
          label={condition.property || t`Property`}
          onRemove={() => set(value.filter((_, other) => other !== at))}
        >
          <Field label="Property" error={condition.property ? undefined : 'Enter a property such as cart.total'}>
            <Input
              value={condition.property}
              list={listId}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => change(at, { property: target.value.trim() })}
            />
          </Field>
          <Field label="Comparison">
            <SelectInput
              value={condition.comparison}
              options={comparisons()}
              onChange={(comparison) => change(at, { comparison: comparison as PropertyCondition['comparison'] })}
            />
          </Field>
          {condition.comparison === 'exists' ? null : (
            <Field label="Value">
              <Input
                value={condition.value}
                maxLength={500}
                onChange={({ target }) => change(at, { value: target.value })}
              />
            </Field>
          )}
        </RemovableCard>
      ))}
      <datalist id={listId}>
        {[...new Set(properties.map(({ name }) => name))].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {value.length < MOST ? (
        <Button
          variant="outline"
          className="w-fit"
          onClick={() => set([...value, { property: '', comparison: 'is', value: '' }])}
        >
          <Plus aria-hidden /> Add property
        </Button>
      ) : null}
    </section>
  )
}
