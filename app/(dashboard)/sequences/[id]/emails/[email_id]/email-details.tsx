import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DAYS, type Day, DaysInput } from '@/components/days-input'
import { templatesQuery } from '@/components/page-queries'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { t } from '@/server/lib/locale/texts.ts'
import type { EditedEmail } from '@/server/modules/sequences/composer-schema.ts'
import type { SequenceEmailChange } from '@/server/modules/sequences/email-schema.ts'
import { type Timing, TimingImpact, timingOf } from './timing-impact'

const ALL: Day[] = [...DAYS]
const OF_SEQUENCE = 'sequence'

interface EmailDetailsProps {
  email: EditedEmail
  onChange: (change: Partial<SequenceEmailChange>) => void
  /** Saves the timing of a published email. */
  onApply: (timing: Timing) => Promise<void>
  /** Called with the error of an invalid field, which is not saved. Undefined once it is valid again. */
  onRefused: (problem: string | undefined) => void
}

/** The email's delay, days and template. */
export function EmailDetails({ email, onChange, onApply, onRefused }: EmailDetailsProps) {
  const trpc = useTRPC()
  const templates = useQuery(templatesQuery(trpc))
  const [template, setTemplate] = useState(String(email.email_template_id ?? OF_SEQUENCE))
  const [draft, setDraft] = useState<Timing>()
  const [version, setVersion] = useState(0)
  return (
    <SectionCard cardClassName="lg:sticky lg:top-8" title="Timing" className="grid gap-6">
      <Delay
        key={version}
        email={email}
        onRefused={onRefused}
        onChange={(change) =>
          email.published ? setDraft({ ...(draft ?? timingOf(email)), ...change }) : onChange(change)
        }
      />
      {draft ? (
        <TimingImpact
          email={email}
          timing={draft}
          onApply={async () => {
            await onApply(draft)
            setDraft(undefined)
          }}
          onDiscard={() => {
            setDraft(undefined)
            setVersion(version + 1)
          }}
        />
      ) : null}
      <Field label="Template">
        <SelectInput
          value={template}
          options={[
            { value: OF_SEQUENCE, label: 'Same as the sequence' },
            ...(templates.data?.rows ?? [])
              .filter(({ category }) => category !== 'Starting point')
              .map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(id) => {
            setTemplate(id)
            onChange({ email_template_id: id === OF_SEQUENCE ? null : Number(id) })
          }}
        />
      </Field>
      <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
        {email.email_address ? `From ${email.email_address}.` : 'No sending address yet.'} Change the sender in the
        sequence settings.
      </p>
    </SectionCard>
  )
}

interface DelayProps {
  email: EditedEmail
  onChange: (change: Partial<Timing>) => void
  onRefused: EmailDetailsProps['onRefused']
}

function Delay({ email, onChange, onRefused }: DelayProps) {
  const is_first = email.place === 1
  const [value, setValue] = useState(String(email.delay_value))
  const [unit, setUnit] = useState(email.delay_unit)
  const [days, setDays] = useState<Day[] | null>(timingOf(email).send_days)
  const number = Number(value)
  const minimum = is_first ? 0 : 1
  const wrong =
    !/^\d{1,5}$/.test(value) || number < minimum ? (is_first ? t`Enter 0 or more` : t`Enter 1 or more`) : undefined
  useEffect(() => {
    onRefused(wrong && t`Wait: ${wrong}`)
    return () => onRefused(undefined)
  }, [wrong, onRefused])

  function setDelay(next: { value?: string; unit?: 'days' | 'hours' }) {
    const [text, chosen] = [next.value ?? value, next.unit ?? unit]
    setValue(text)
    setUnit(chosen)
    if (!/^\d{1,5}$/.test(text) || Number(text) < minimum) return
    onChange({ delay_value: Number(text), delay_unit: chosen })
  }

  return (
    <>
      <div className="grid grid-cols-[6rem_1fr] items-start gap-3">
        <Field label="Wait" error={wrong}>
          <Input
            inputMode="numeric"
            className="figures"
            value={value}
            onChange={(event) => setDelay({ value: event.target.value.trim() })}
          />
        </Field>
        <Field label="Unit">
          <SelectInput
            value={unit}
            options={[
              { value: 'days', label: number === 1 ? 'day' : 'days' },
              { value: 'hours', label: number === 1 ? 'hour' : 'hours' },
            ]}
            onChange={(chosen) => setDelay({ unit: chosen === 'hours' ? 'hours' : 'days' })}
          />
        </Field>
      </div>
      <p className="-mt-3 text-muted-foreground text-sm">{explain({ is_first, number, unit })}</p>
      {unit === 'days' && number > 0 ? (
        <div className="grid gap-3">
          <Field layout="inline" label="Only on certain days">
            <Switch
              checked={days !== null}
              onCheckedChange={(checked) => {
                const next = checked ? ALL.slice(0, 5) : null
                setDays(next)
                onChange({ send_days: next })
              }}
            />
          </Field>
          {days ? (
            <Field label="Days for this email" hideLabel>
              <DaysInput
                value={days}
                onChange={(next) => {
                  setDays(next)
                  onChange({ send_days: next.length === ALL.length ? null : next })
                }}
              />
            </Field>
          ) : null}
        </div>
      ) : null}
    </>
  )
}

function explain({ is_first, number, unit }: { is_first: boolean; number: number; unit: 'days' | 'hours' }): string {
  const from = is_first ? 'joining' : t`the previous email`
  if (number === 0) return 'Sent as soon as someone joins, at any time.'
  return unit === 'days'
    ? `Sent this many days after ${from}, at the hour of the sequence.`
    : `Sent after ${from}, at any time on any day.`
}
