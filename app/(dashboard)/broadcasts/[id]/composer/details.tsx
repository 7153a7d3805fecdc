import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { sendersQuery, templatesQuery } from '@/components/page-queries'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { SelectInput, type SelectOption } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import type { ComposedBroadcast, ComposerInput } from '@/server/modules/broadcasts/composer-schema.ts'
import { AudiencePicker } from './audience-picker'

/** Replies go to the account's reply-to address. */
const OF_ACCOUNT = 'account'

interface DetailsProps {
  broadcast: ComposedBroadcast
  onChange: (change: ComposerInput) => void
}

/** Sender, recipients, layout and tracking. */
export function Details({ broadcast, onChange }: DetailsProps) {
  const trpc = useTRPC()
  const senders = useQuery(sendersQuery(trpc))
  const templates = useQuery(templatesQuery(trpc))
  const [sender, setSender] = useState(broadcast.email_address ?? undefined)
  const [template, setTemplate] = useState(broadcast.email_template?.id)
  const [on_web, setOnWeb] = useState(broadcast.public)
  const [isTracked, setIsTracked] = useState(!broadcast.tracking_disabled)
  const [reply_to, setReplyTo] = useState(broadcast.reply_to_address ?? OF_ACCOUNT)
  const account_reply_to = senders.data?.find(({ gets_replies }) => gets_replies)?.email_address
  const confirmedSenders = (senders.data ?? []).filter(({ status }) => status === 'confirmed')

  return (
    <SectionCard title="Details" className="grid gap-6">
      <AudiencePicker audience={broadcast.audience} excluded={broadcast.excluded} onChange={onChange} />
      <Field
        label="From"
        description={
          senders.data && confirmedSenders.length === 0
            ? 'Follow the link we emailed to your sending address, then choose it here.'
            : undefined
        }
        aside={
          <Link className="text-primary-ink hover:underline" href="/settings/sending-addresses">
            Manage
          </Link>
        }
      >
        <SelectInput
          placeholder={senders.isLoading ? 'Loading…' : 'Choose a sender'}
          value={sender}
          options={confirmedSenders.map(({ email_address, from_name }) => ({
            value: email_address,
            label: `${from_name} <${email_address}>`,
          }))}
          onChange={(email_address) => {
            setSender(email_address)
            onChange({ email_address })
          }}
        />
      </Field>
      <Field label="Replies go to">
        <SelectInput
          value={reply_to}
          options={replyOptions({ confirmed: confirmedSenders, account_reply_to, chosen: broadcast.reply_to_address })}
          onChange={(chosen) => {
            setReplyTo(chosen)
            onChange({ reply_to_address: chosen === OF_ACCOUNT ? null : chosen })
          }}
        />
      </Field>
      <Field
        label="Template"
        aside={
          <Link className="text-primary-ink hover:underline" href="/templates">
            Manage
          </Link>
        }
      >
        <SelectInput
          placeholder={templates.isLoading ? 'Loading…' : 'Choose a template'}
          value={template === undefined ? undefined : String(template)}
          options={(templates.data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => {
            setTemplate(Number(id))
            onChange({ email_template_id: Number(id) })
          }}
        />
      </Field>
      <Field
        layout="inline"
        label="Publish as a post"
        description="Anyone can read it on your public page once it is sent."
      >
        <Switch
          checked={on_web}
          onCheckedChange={(checked) => {
            setOnWeb(checked)
            onChange({ public: checked })
          }}
        />
      </Field>
      <Field
        layout="inline"
        label="Track opens and clicks"
        description="Without tracking, the report shows deliveries only."
      >
        <Switch
          checked={isTracked}
          onCheckedChange={(checked) => {
            setIsTracked(checked)
            onChange({ tracking_disabled: !checked })
          }}
        />
      </Field>
    </SectionCard>
  )
}

function replyOptions({
  confirmed,
  account_reply_to,
  chosen,
}: {
  confirmed: readonly { email_address: string }[]
  account_reply_to: string | undefined
  chosen: string | null
}): SelectOption[] {
  const addresses = confirmed.map(({ email_address }) => email_address)
  const lostOption =
    chosen !== null && !addresses.includes(chosen) ? [{ value: chosen, label: `${chosen} (not confirmed)` }] : []
  return [
    { value: OF_ACCOUNT, label: account_reply_to ?? 'The sender' },
    ...addresses
      .filter((address) => address !== account_reply_to)
      .map((address) => ({ value: address, label: address })),
    ...lostOption,
  ]
}
