import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { AddressInput } from '@/components/address-input'
import { useTRPC } from '@/components/trpc-provider'
import { DialogActions, DialogContent, DialogRoot } from '@/components/ui/dialog'
import { Form, FormField, InputField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import type { PublicEventType } from '@/server/modules/webhooks/event-schema.ts'
import { PUBLIC_EVENTS } from '@/server/modules/webhooks/event-values-schema.ts'
import {
  type WebhookEndpoint,
  type WebhookEndpointChange,
  WebhookEndpointInput,
} from '@/server/modules/webhooks/schema.ts'
import { EventPicker } from './event-picker'
import { SecretContent } from './secret-content'

interface EndpointDialogProps {
  open: boolean
  onClose: () => void
  /** Undefined: a new webhook. */
  endpoint?: WebhookEndpoint
}

/** Creates a webhook and shows its secret once, or edits a webhook. */
export function EndpointDialog({ open, onClose, endpoint }: EndpointDialogProps) {
  const [secret, setSecret] = useState<string>()
  const close = () => {
    onClose()
    setSecret(undefined)
  }
  return (
    <DialogRoot open={open} onClose={close}>
      {secret ? (
        <SecretContent secret={secret} onDone={close} />
      ) : (
        <DialogContent
          title={endpoint ? 'Edit webhook' : 'New webhook'}
          description="We send signed events to this URL as JSON."
        >
          <EndpointForm endpoint={endpoint} onDone={(made) => (made ? setSecret(made) : close())} onCancel={close} />
        </DialogContent>
      )}
    </DialogRoot>
  )
}

/** API errors start with the field name, which the label already shows. */
const EndpointFormInput = z.object({
  url: z.string().trim().min(1, 'Enter the URL of your server'),
  name: WebhookEndpointInput.shape.name,
  description: WebhookEndpointInput.shape.description,
  events: z.array(z.enum(PUBLIC_EVENTS)).min(1, 'Choose at least one event'),
})

interface EndpointFormProps {
  endpoint: WebhookEndpoint | undefined
  onDone: (secret?: string) => void
  onCancel: () => void
}

function EndpointForm({ endpoint, onDone, onCancel }: EndpointFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const create = useAction(trpc.webhooks.create)
  const update = useAction(trpc.webhooks.update)
  const make = async (input: WebhookEndpointInput) => (await create.run(input)).secret
  const change = async (id: number, input: WebhookEndpointChange) => {
    await update.run({ id, ...input })
    return undefined
  }
  const form = useForm({
    resolver: zodResolver(EndpointFormInput),
    defaultValues: {
      url: endpoint?.url ?? '',
      name: endpoint?.name,
      description: endpoint?.description ?? '',
      events: (endpoint?.events ?? []) as PublicEventType[],
    },
  })
  return (
    <Form
      form={form}
      onSubmit={async ({ description: problems, url, name, events }) => {
        const description = problems || null
        const saved = endpoint
          ? change(endpoint.id, { url, name: name ?? undefined, description, events })
          : make({ url, name, description, events })
        const secret = await saved.catch((error: Error) => {
          if (!error.message.startsWith('url ')) throw error
          form.setError('url', { message: error.message.replace(/^url /, 'This ') }, { shouldFocus: true })
          return null
        })
        if (secret === null) return
        await client.invalidateQueries(trpc.webhooks.pathFilter())
        onDone(secret)
      }}
    >
      <InputField
        as={AddressInput}
        control={form.control}
        name="url"
        label="URL"
        description="A public URL on port 80, 443, 8080 or 8443."
        autoFocus
        placeholder="https://example.com/hooks"
      />
      <FormField control={form.control} name="name" label="Name" description="Leave empty to use the host name.">
        {({ value, onChange, ...field }) => (
          <Input
            {...field}
            value={value ? String(value) : ''}
            onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
            autoComplete="off"
          />
        )}
      </FormField>
      <InputField
        as={Textarea}
        control={form.control}
        name="description"
        label="Description"
        optional
        rows={1}
        className="min-h-10"
      />
      <FormField control={form.control} name="events" label="Events">
        {({ value, onChange }) => <EventPicker value={value} onChange={onChange} />}
      </FormField>
      <DialogActions
        onClose={onCancel}
        pending={form.formState.isSubmitting}
        confirmLabel={endpoint ? 'Save changes' : 'Create webhook'}
      />
    </Form>
  )
}
