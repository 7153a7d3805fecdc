'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Plus, Trash2 } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { DateTimeInput } from '@/components/ui/date-time-input'
import { Field } from '@/components/ui/field'
import { Form, InputField, SwitchField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { SelectInput } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import { Row, Section } from './section'

const Email = z.object({
  subject: z.string().min(1, "Subject can't be blank"),
  preview_text: z.string().max(140),
  from: z.string(),
  send_at: z.string().nullable(),
  agreed: z.boolean(),
})

export function FormSection() {
  const form = useForm({
    resolver: zodResolver(Email),
    defaultValues: {
      subject: '',
      preview_text: 'What the folds keep.',
      from: 'nora',
      send_at: '2026-04-02T07:00:00.000Z',
      agreed: true,
    },
  })
  useEffect(() => {
    form.setError('subject', { message: "Subject can't be blank" })
    form.setError('root', { message: 'Confirm your sending address before you send.' })
  }, [form])

  return (
    <Section title="Buttons and forms">
      <Row>
        <Button>Send now</Button>
        <Button variant="secondary">Save draft</Button>
        <Button variant="outline">Preview</Button>
        <Button variant="ghost">Cancel</Button>
        <Button variant="destructive">
          <Trash2 aria-hidden /> Delete
        </Button>
        <Button variant="link">Learn more</Button>
      </Row>
      <Row>
        <Button size="lg">Large</Button>
        <Button>Medium</Button>
        <Button size="sm">Small</Button>
        <Button size="icon" aria-label="Add">
          <Plus aria-hidden />
        </Button>
        <Button pending>Send now</Button>
        <Button disabled>Disabled</Button>
      </Row>
      <div className="grid gap-6 lg:grid-cols-2">
        <SectionCard title="A form with errors" description="A field error and a server error.">
          <Form form={form} onSubmit={() => undefined}>
            <InputField control={form.control} name="subject" label="Subject" />
            <InputField
              as={Textarea}
              control={form.control}
              name="preview_text"
              label="Preview text"
              optional
              description="Shown after the subject in the inbox."
              rows={2}
            />
            <InputField
              as={SelectInput}
              control={form.control}
              name="from"
              label="From"
              options={[
                { value: 'nora', label: 'Nora <nora@studio.example>' },
                { value: 'shop', label: 'Studio shop <shop@studio.example>' },
              ]}
            />
            <InputField as={DateTimeInput} control={form.control} name="send_at" label="Send at" />
            <SwitchField
              as={Checkbox}
              control={form.control}
              name="agreed"
              label="Publish as a post"
              description="Subscribers can share its link."
            />
            <div className="flex gap-2">
              <Button type="submit">Save</Button>
              <Button variant="outline">Cancel</Button>
            </div>
          </Form>
        </SectionCard>
        <div className="grid content-start gap-6">
          <Field label="Read only" description="Set by your plan.">
            <Input readOnly value="10,000 subscribers" />
          </Field>
          <Field label="Disabled">
            <Input disabled value="studio.example" />
          </Field>
          <Field label="Search everything" hideLabel>
            <Input placeholder="A placeholder" />
          </Field>
          <Field layout="inline" label="Open tracking" description="Adds an invisible image to each email.">
            <Switch checked />
          </Field>
          <Field layout="inline" label="Click tracking" error="Click tracking needs a verified domain.">
            <Switch />
          </Field>
          <Field layout="inline" label="Select all">
            <Checkbox checked="indeterminate" />
          </Field>
          <RadioGroup defaultValue="all" aria-label="Audience">
            <RadioCard value="all" title="Everyone" description="12,741 active subscribers" />
            <RadioCard value="tag" title="Subscribers with a tag" description="Choose one or several tags" />
          </RadioGroup>
        </div>
      </div>
    </Section>
  )
}
