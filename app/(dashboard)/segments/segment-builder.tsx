import { useRef, useState } from 'react'
import { Plus } from '@/components/generated/icons'
import { RemovableCard } from '@/components/removable-card'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import type {
  Group,
  Match,
  SegmentEntry,
  SegmentFilter,
  SingleEntry,
} from '@/server/modules/subscribers/segment-filter-schema.ts'
import { ConditionCard } from './condition-card'
import { COUNTING } from './condition-list'
import { isEngagement, SEGMENT_KINDS } from './conditions'

interface SegmentBuilderProps {
  /** The initial filter. Later changes come only from here. */
  value: SegmentFilter
  onChange: (filter: SegmentFilter) => void
  /** Explains what a segment without conditions contains. */
  empty: string
  /** A condition that a new filter starts with. Removed when the match changes from "all", unless someone edited it. */
  starter?: SegmentEntry | undefined
}

const MATCHES: { value: Match; label: string }[] = [
  { value: 'all', label: 'all of these' },
  { value: 'any', label: 'any of these' },
  { value: 'none', label: 'none of these' },
]

/** Edits a segment's conditions and groups of conditions. */
export function SegmentBuilder({ value, onChange, empty, starter }: SegmentBuilderProps) {
  const [match, setMatch] = useState(value.match)
  const [counting_mode, setCounting] = useState(value.counting_mode)
  const { keyed, add, replace, remove, leaveOut } = useKeyed(value.conditions, (conditions) =>
    onChange({ match, conditions, counting_mode }),
  )
  const entries = keyed.map(({ entry }) => entry)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Conditions">
      <MatchField
        label="Subscribers who match"
        value={match}
        onChange={(next) => {
          setMatch(next)
          onChange({ match: next, conditions: next === 'all' ? entries : leaveOut(starter), counting_mode })
        }}
      />
      {keyed.map(({ key, entry }) =>
        entry.type === 'group' ? (
          <GroupCard
            key={key}
            group={entry}
            onChange={(changed) => replace(key, changed)}
            onRemove={() => remove(key)}
          />
        ) : (
          <EntryCard
            key={key}
            entry={entry}
            onChange={(changed) => replace(key, changed)}
            onRemove={() => remove(key)}
          />
        ),
      )}
      {keyed.length === 0 ? <p className="text-muted-foreground text-sm">{empty}</p> : null}
      <AddCondition onAdd={add} onAddGroup={() => add({ type: 'group', match: 'any', conditions: [] })} />
      {entries.some(countsEvents) ? (
        <Field label="Opens and clicks count">
          <SelectInput
            value={counting_mode}
            options={COUNTING}
            onChange={(mode) => {
              setCounting(mode as typeof counting_mode)
              onChange({ match, conditions: entries, counting_mode: mode as typeof counting_mode })
            }}
          />
        </Field>
      ) : null}
    </section>
  )
}

const conditionOf = (entry: SingleEntry) => (entry.type === 'not' ? entry.condition : entry)

const countsEvents = (entry: SegmentEntry): boolean =>
  entry.type === 'group' ? entry.conditions.some(countsEvents) : isEngagement(conditionOf(entry))

/** Gives each entry a key, because entries have no ID and their fields keep typed text. */
function useKeyed<Entry>(given: readonly Entry[], onChange: (entries: Entry[]) => void) {
  const [rows, setRows] = useState(() => given.map((entry, key) => ({ key, entry })))
  const next_key = useRef(given.length)
  function set(next: typeof rows) {
    setRows(next)
    onChange(next.map(({ entry }) => entry))
  }
  return {
    keyed: rows,
    add: (entry: Entry) => set([...rows, { key: next_key.current++, entry }]),
    replace: (key: number, entry: Entry) => set(rows.map((one) => (one.key === key ? { key, entry } : one))),
    remove: (key: number) => set(rows.filter((one) => one.key !== key)),
    /** Returns the other entries without reporting a change. */
    leaveOut: (entry: Entry | undefined) => {
      const others = rows.filter((one) => one.entry !== entry)
      setRows(others)
      return others.map((one) => one.entry)
    },
  }
}

function MatchField({ label, value, onChange }: { label: string; value: Match; onChange: (match: Match) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      <span aria-hidden className="font-semibold text-base tracking-tight">
        {label}
      </span>
      <Field label={label} hideLabel className="w-40">
        <SelectInput value={value} options={MATCHES} onChange={(next) => onChange(next as Match)} />
      </Field>
    </div>
  )
}

interface CardProps<Entry> {
  onChange: (entry: Entry) => void
  onRemove: () => void
}

function EntryCard({ entry, onChange, onRemove }: CardProps<SingleEntry> & { entry: SingleEntry }) {
  const is_negated = entry.type === 'not'
  const entryOf = (condition: ReturnType<typeof conditionOf>, negated: boolean): SingleEntry =>
    negated ? { type: 'not', condition } : condition
  const condition = conditionOf(entry)
  return (
    <ConditionCard
      condition={condition}
      onChange={(changed, negated = is_negated) => onChange(entryOf(changed, negated))}
      onRemove={onRemove}
      negation={{ is_negated, onChange: (next) => onChange(entryOf(condition, next)) }}
    />
  )
}

function GroupCard({ group, onChange, onRemove }: CardProps<Group> & { group: Group }) {
  const [match, setMatch] = useState(group.match)
  const { keyed, add, replace, remove } = useKeyed(group.conditions, (conditions) =>
    onChange({ type: 'group', match, conditions }),
  )
  return (
    <RemovableCard label="Group of conditions" onRemove={onRemove}>
      <MatchField
        label="Match"
        value={match}
        onChange={(next) => {
          setMatch(next)
          onChange({ type: 'group', match: next, conditions: keyed.map(({ entry }) => entry) })
        }}
      />
      {keyed.map(({ key, entry }) => (
        <EntryCard key={key} entry={entry} onChange={(changed) => replace(key, changed)} onRemove={() => remove(key)} />
      ))}
      {keyed.length === 0 ? <p className="text-muted-foreground text-sm">Add a condition to this group.</p> : null}
      <AddCondition onAdd={add} />
    </RemovableCard>
  )
}

interface AddConditionProps {
  onAdd: (condition: SingleEntry) => void
  onAddGroup?: () => void
}

function AddCondition({ onAdd, onAddGroup }: AddConditionProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" className="w-fit">
          <Plus aria-hidden /> Add condition
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {SEGMENT_KINDS.map(({ type, label, make }) => (
          <DropdownMenuItem label={label} key={type} onSelect={() => onAdd(make())} />
        ))}
        {onAddGroup ? (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={onAddGroup}>Group of conditions</DropdownMenuItem>
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
