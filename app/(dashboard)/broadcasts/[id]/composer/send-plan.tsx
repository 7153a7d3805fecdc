import { formatCount } from '@/components/format'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { t } from '@/server/lib/locale/texts.ts'
import { DEFAULT_LIMITS, DEFAULT_TEST } from '@/server/modules/broadcasts/default-plan-schema.ts'
import type { SendPlan, StagedPlan } from '@/server/modules/broadcasts/plan-schema.ts'

type Kind = 'everyone' | 'staged' | 'test' | 'spread' | 'time_zones'

const LABELS: Record<Kind, string> = {
  everyone: 'To everyone at the same time',
  staged: 'To a first group, then the rest',
  test: 'As an A/B test',
  spread: 'Over several hours',
  time_zones: 'In each subscriber’s time zone',
}
const WAITS = [15, 30, 60, 120, 240, 480, 1440, 2880]
const waitLabel = (minutes: number) =>
  minutes < 60
    ? t`${minutes} minutes`
    : minutes < 1440
      ? formatCount(minutes / 60, 'hour')
      : formatCount(minutes / 1440, 'day')

const kindOf = (plan: SendPlan | null): Kind =>
  plan === null ? 'everyone' : plan.kind === 'staged' && plan.test ? 'test' : plan.kind

/** Returns tomorrow at nine, in each subscriber's time zone. */
const tomorrow = () => `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00`

function defaultPlan(kind: Kind): SendPlan | null {
  switch (kind) {
    case 'staged':
      return { kind, first: { percent: 5 }, wait_minutes: 60, limits: DEFAULT_LIMITS, test: null }
    case 'test':
      return DEFAULT_TEST
    case 'spread':
      return { kind, hours: 4 }
    case 'time_zones':
      return { kind, at: tomorrow(), late: 'next_day' }
    default:
      return null
  }
}

interface SendPlanFieldsProps {
  plan: SendPlan | null
  /** Number of versions besides A. With any, the broadcast is a test. */
  versions: number
  onChange: (plan: SendPlan | null) => void
}

export function SendPlanFields({ plan, versions, onChange }: SendPlanFieldsProps) {
  const kinds: Kind[] = versions > 0 ? ['test'] : ['everyone', 'staged', 'spread', 'time_zones']
  return (
    <div className="grid gap-4">
      <Field label="How">
        <SelectInput
          value={kindOf(plan)}
          disabled={kinds.length === 1}
          options={kinds.map((value) => ({ value, label: LABELS[value] }))}
          onChange={(kind) => onChange(defaultPlan(kind as Kind))}
        />
      </Field>
      {plan?.kind === 'staged' ? <StagedFields plan={plan} versions={versions} onChange={onChange} /> : null}
      {plan?.kind === 'spread' ? (
        <Field label="Hours" description="From 1 to 72. Messages leave evenly, minute by minute.">
          <NumberInput value={plan.hours} onChange={(hours) => onChange({ ...plan, hours })} />
        </Field>
      ) : null}
      {plan?.kind === 'time_zones' ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Their date and time">
            <Input
              type="datetime-local"
              className="figures"
              value={plan.at}
              onChange={(event) => onChange({ ...plan, at: event.target.value })}
            />
          </Field>
          <Field label="Where it has passed">
            <SelectInput
              value={plan.late}
              options={[
                { value: 'next_day', label: 'Send the next day' },
                { value: 'now', label: 'Send immediately' },
              ]}
              onChange={(late) => onChange({ ...plan, late: late === 'now' ? 'now' : 'next_day' })}
            />
          </Field>
        </div>
      ) : null}
    </div>
  )
}

interface StagedFieldsProps {
  plan: StagedPlan
  versions: number
  onChange: (plan: StagedPlan) => void
}

function StagedFields({ plan, versions, onChange }: StagedFieldsProps) {
  const { first, test, limits } = plan
  const is_percent = 'percent' in first
  const amount = 'percent' in first ? first.percent : first.count
  const setFirst = (value: number, percent: boolean) =>
    onChange({ ...plan, first: percent ? { percent: value } : { count: value } })
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Field label="First group">
          <NumberInput value={amount} onChange={(value) => setFirst(value, is_percent)} />
        </Field>
        <Field label="Unit">
          <SelectInput
            value={is_percent ? 'percent' : 'count'}
            options={[
              { value: 'percent', label: 'Percent' },
              { value: 'count', label: 'Subscribers' },
            ]}
            onChange={(unit) => setFirst(unit === 'percent' ? 5 : 500, unit === 'percent')}
          />
        </Field>
      </div>
      <Field label="Then wait">
        <SelectInput
          value={String(plan.wait_minutes)}
          options={[...new Set([...WAITS, plan.wait_minutes])].map((minutes) => ({
            value: String(minutes),
            label: waitLabel(minutes),
          }))}
          onChange={(minutes) => onChange({ ...plan, wait_minutes: Number(minutes) })}
        />
      </Field>
      {test ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="The winner has more">
            <SelectInput
              value={test.metric}
              options={[
                { value: 'clicks', label: 'clicks' },
                { value: 'opens', label: 'opens' },
              ]}
              onChange={(metric) =>
                onChange({ ...plan, test: { ...test, metric: metric === 'opens' ? 'opens' : 'clicks' } })
              }
            />
          </Field>
          <Field label="If there is no clear winner, send">
            <SelectInput
              value={String(test.when_unclear)}
              options={[
                { value: 'ahead', label: 'the version that is ahead' },
                ...['A', 'B', 'C'].slice(0, versions + 1).map((name, index) => ({
                  value: String(index + 1),
                  label: `version ${name}`,
                })),
              ]}
              onChange={(chosen) =>
                onChange({ ...plan, test: { ...test, when_unclear: chosen === 'ahead' ? chosen : Number(chosen) } })
              }
            />
          </Field>
        </div>
      ) : null}
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium text-sm">Stop automatically above</legend>
        <div className="grid grid-cols-3 gap-3">
          {(['bounces', 'complaints', 'unsubscribes'] as const).map((name) => (
            <Field key={name} label={`${name[0]?.toUpperCase()}${name.slice(1)} (%)`}>
              <Input
                type="number"
                inputMode="decimal"
                min={0}
                max={100}
                step="any"
                placeholder="Off"
                className="figures"
                // Uncontrolled, because an incomplete number such as “0.0” must not be overwritten.
                defaultValue={limits?.[name] ?? ''}
                onChange={({ target }) => {
                  const value = target.validity.badInput ? 0 : target.value === '' ? null : Number(target.value)
                  const none = { bounces: null, complaints: null, unsubscribes: null }
                  onChange({ ...plan, limits: { ...none, ...limits, [name]: value } })
                }}
              />
            </Field>
          ))}
        </div>
      </fieldset>
    </>
  )
}

function NumberInput({ value, onChange, ...props }: { value: number; onChange: (value: number) => void }) {
  return (
    <Input
      {...props}
      type="number"
      inputMode="numeric"
      min={1}
      className="figures"
      value={Number.isNaN(value) ? '' : value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  )
}
