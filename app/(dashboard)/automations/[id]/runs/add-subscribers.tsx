import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SubscriberPicker } from '@/components/email-editor/subscriber-picker'
import { errorText } from '@/components/error-text'
import { formatCount, formatNumber } from '@/components/format'
import { UserPlus, X } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { AddPreview, AddSource } from '@/server/modules/automations/inspecting-schema.ts'
import type { AutomationDetail } from '@/server/modules/automations/schema.ts'
import { ChoicePicker } from '../panels/choice-picker'

type Adding = Pick<AutomationDetail, 'id' | 'name' | 'kind' | 'state'>

/** Adds subscribers manually: individual ones, or all with a tag or in a segment. */
export function AddSubscribers({ automation }: { automation: Adding }) {
  const [open, setOpen] = useState(false)
  if (automation.state === 'draft') return null
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)} variant="outline" className="ms-auto max-sm:ms-0">
        <UserPlus aria-hidden /> Add subscribers
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Add subscribers"
        description={`They begin with the first step of “${automation.name}” now.`}
      >
        {automation.state === 'paused' ? (
          <Alert tone="warning" title={`This ${automation.kind === 'rule' ? t`rule is off` : t`automation is paused`}`}>
            Resume it before you add subscribers.
          </Alert>
        ) : (
          <Adding id={automation.id} onClose={() => setOpen(false)} />
        )}
      </Dialog>
    </>
  )
}

const KINDS = [
  { value: 'subscribers', label: 'Individual subscribers' },
  { value: 'tag', label: 'Everyone with a tag' },
  { value: 'segment', label: 'Everyone in a segment' },
] as const

function Adding({ id, onClose }: { id: number; onClose: () => void }) {
  const trpc = useTRPC()
  const [source, setSource] = useState<AddSource>({ kind: 'subscribers', subscriber_ids: [] })
  const [problem, setProblem] = useState<string>()
  const add = useAction(trpc.automations.addFrom, { invalidates: trpc.automations })
  const hasSource = source.kind === 'subscribers' ? source.subscriber_ids.length > 0 : source.id > 0
  const preview = useQuery(
    trpc.automations.previewAdding.queryOptions(
      { id, source },
      { enabled: hasSource, staleTime: 0, placeholderData: keepPreviousData },
    ),
  )
  const matches = hasSource && !preview.isPlaceholderData ? preview.data : undefined

  async function run() {
    setProblem(undefined)
    try {
      const { entered } = await add.run({ id, source })
      toast.success(
        entered === null ? 'Adding subscribers in the background' : `Added ${formatCount(entered, 'subscriber')}`,
      )
      onClose()
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  return (
    <div className="grid gap-5">
      <Field label="Who">
        <SelectInput
          value={source.kind}
          options={KINDS}
          onChange={(kind) =>
            setSource(
              kind === 'tag' || kind === 'segment' ? { kind, id: 0 } : { kind: 'subscribers', subscriber_ids: [] },
            )
          }
        />
      </Field>
      {source.kind === 'subscribers' ? (
        <Chosen ids={source.subscriber_ids} onChange={(subscriber_ids) => setSource({ ...source, subscriber_ids })} />
      ) : (
        <SetField key={source.kind} source={source} onChange={setSource} />
      )}
      {problem || preview.error ? (
        <Alert role="alert" tone="danger" title={problem ?? errorText(preview.error)} />
      ) : null}
      <div aria-live="polite" className="min-h-5 text-sm">
        {matches ? (
          <p>{previewText(matches)}</p>
        ) : hasSource && !preview.error ? (
          <Skeleton className="h-5 w-64" />
        ) : null}
      </div>
      <DialogActions
        onClose={onClose}
        pending={add.isPending}
        disabled={!matches || matches.entering === 0}
        onConfirm={run}
        confirmLabel={
          matches && matches.entering > 0 ? `Add ${formatCount(matches.entering, 'subscriber')}` : 'Add subscribers'
        }
      />
    </div>
  )
}

/** Says how many subscribers will enter, and why others will not. */
export function previewText({ matched, entering, inactive }: AddPreview): string {
  if (matched === 0) return 'No one matches.'
  const others = [
    [inactive, 'unsubscribed or not confirmed'],
    [matched - entering - inactive, 'inside already, or may not enter again'],
  ] as const
  const reasons = others.flatMap(([count, why]) =>
    count === 0 ? [] : `${formatNumber(count)} ${count === 1 ? 'is' : 'are'} ${why}.`,
  )
  const text =
    entering === 0
      ? 'No one enters.'
      : `${formatNumber(entering)} of ${formatCount(matched, 'subscriber')} ${entering === 1 ? 'enters' : 'enter'} now.`
  return [text, ...reasons].join(' ')
}

function SetField({
  source: { kind, id },
  onChange,
}: {
  source: Exclude<AddSource, { kind: 'subscribers' }>
  onChange: (source: AddSource) => void
}) {
  return (
    <ChoicePicker
      label={kind === 'tag' ? 'Tag' : 'Segment'}
      noun={kind}
      kind={kind}
      value={id}
      onChange={(chosen) => onChange({ kind, id: chosen ?? 0 })}
    />
  )
}

const MOST = 100

function Chosen({ ids, onChange }: { ids: readonly number[]; onChange: (ids: number[]) => void }) {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  return (
    <div className="grid gap-3">
      {ids.length > 0 ? (
        <ul aria-label="Chosen subscribers" className="flex flex-wrap gap-1.5">
          {ids.map((id) => (
            <li
              key={id}
              className="inline-flex min-w-0 items-center gap-1 rounded-full bg-secondary py-1 pe-1 ps-3 text-sm"
            >
              <span className="truncate">{names.get(id) ?? id}</span>
              <Button
                variant="ghost"
                size="icon-sm"
                className="size-6 rounded-full"
                aria-label={`Remove ${names.get(id) ?? id}`}
                onClick={() => onChange(ids.filter((one) => one !== id))}
              >
                <X aria-hidden className="size-3.5" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {ids.length < MOST ? (
        <SubscriberPicker
          explains
          label={ids.length === 0 ? 'Choose a subscriber' : 'Choose another subscriber'}
          onChoose={(id, name) => {
            setNames((before) => new Map(before).set(id, name))
            if (!ids.includes(id)) onChange([...ids, id])
          }}
        />
      ) : (
        <p className="text-muted-foreground text-sm">For more than {MOST}, use a tag or a segment.</p>
      )}
    </div>
  )
}
