'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Day, DaysInput } from '@/components/days-input'
import { useTRPC } from '@/components/trpc-provider'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import type { EditedEmail } from '@/server/modules/sequences/composer-schema.ts'
import type { SequenceEmailChange } from '@/server/modules/sequences/email-schema.ts'

const ALL: Day[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const OF_SEQUENCE = 'sequence'

interface EmailDetailsProps {
  email: EditedEmail
  onChange: (change: Partial<SequenceEmailChange>) => void
}

/** When it comes, and how it looks. */
export function EmailDetails({ email, onChange }: EmailDetailsProps) {
  const trpc = useTRPC()
  const templates = useQuery(trpc.templates.list.queryOptions({ per_page: 100 }))
  const [template, setTemplate] = useState(String(email.email_template_id ?? OF_SEQUENCE))
  return (
    <Card className="lg:sticky lg:top-8">
      <CardHeader title="When it comes" />
      <CardContent className="grid gap-6">
        <Delay email={email} onChange={onChange} />
        <Field label="Layout">
          <SelectInput
            value={template}
            options={[
              { value: OF_SEQUENCE, label: 'As the sequence' },
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
          {email.email_address ? `From ${email.email_address}.` : 'There is no sending address yet.'} The sender is set
          for the whole sequence.
        </p>
      </CardContent>
    </Card>
  )
}

function Delay({ email, onChange }: EmailDetailsProps) {
  const { is_first } = email
  const [value, setValue] = useState(String(email.delay_value))
  const [unit, setUnit] = useState(email.delay_unit)
  const own = unit === 'days' && email.send_days && email.send_days.length < ALL.length ? email.send_days : null
  const [days, setDays] = useState<Day[] | null>(own)
  const number = Number(value)
  const least = is_first ? 0 : 1
  const wrong = !/^\d{1,5}$/.test(value) || number < least

  function setDelay(next: { value?: string; unit?: 'days' | 'hours' }) {
    const [text, chosen] = [next.value ?? value, next.unit ?? unit]
    setValue(text)
    setUnit(chosen)
    if (!/^\d{1,5}$/.test(text) || Number(text) < least) return
    onChange({ delay_value: Number(text), delay_unit: chosen })
  }

  return (
    <>
      <div className="grid grid-cols-[6rem_1fr] items-start gap-3">
        <Field label="Wait" error={wrong ? (is_first ? 'A number from 0' : 'A number from 1') : undefined}>
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
          <Field layout="inline" label="Only on certain days" description="Otherwise on the days of the sequence.">
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
            <Field label="Days of this email" hideLabel>
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
  const from = is_first ? 'joining' : 'the email before'
  if (number === 0) return 'It goes out as soon as somebody joins, at any hour.'
  return unit === 'days'
    ? `Counted in days from ${from}, at the hour of the sequence.`
    : `Counted from ${from}, at any hour and on any day.`
}
