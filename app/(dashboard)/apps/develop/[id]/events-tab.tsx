import { useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { SaveBar } from '@/components/action-bar'
import { AddressInput } from '@/components/address-input'
import { bySchema } from '@/components/form-schema'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { Form, InputField } from '@/components/ui/form'
import { useAction } from '@/components/use-action'
import type { AppDetail, EventsInput } from '@/server/modules/apps/develop-schema.ts'
import { ADDRESSES, eventLabel, PUBLIC_EVENTS } from '@/server/modules/apps/values-schema.ts'
import { NeedsReviewNotice } from './needs-review-notice'
import { useSaveSection } from './use-save-section'

type Values = z.input<typeof EventsInput>

/** The event types that every installation subscribes to. */
export function EventsTab({ app }: { app: AppDetail }) {
  const trpc = useTRPC()
  const save = useAction(trpc.apps.develop.saveEvents)
  const form = useStoredForm<Values, unknown, EventsInput>({
    resolver: bySchema(async () => (await import('@/server/modules/apps/develop-schema.ts')).EventsInput),
    values: {
      id: app.id,
      webhook_url: app.webhook_url ?? '',
      webhook_events: PUBLIC_EVENTS.filter((type) => app.webhook_events.includes(type)),
    },
  })
  const onSubmit = useSaveSection(form, save.run, { webhook_url: ADDRESSES.webhook_url })
  const events = useController({ control: form.control, name: 'webhook_events' })
  const { webhook_url } = useWatch({ control: form.control })
  const chosenEvents = events.field.value
  const problem = events.fieldState.error?.message
  return (
    <Form form={form} onSubmit={onSubmit} className="max-w-2xl">
      <SectionCard
        title="Webhooks"
        description="New installations get a webhook for these events. Get its signing secret with POST /v4/webhook_endpoints/{id}/rotate_secret. Existing installations do not change."
        className="grid gap-6"
      >
        <InputField
          as={AddressInput}
          control={form.control}
          name="webhook_url"
          label={ADDRESSES.webhook_url}
          description="Respond with a 2xx status within 10 seconds. Other responses are retried for 41 hours."
          optional
          placeholder="https://app.example/webhooks"
        />
        <fieldset className="grid gap-3">
          <legend className="mb-3 font-medium text-sm">Events</legend>
          {problem ? (
            <p role="alert" className="text-destructive-ink text-sm">
              {problem}
            </p>
          ) : null}
          <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_auto]">
            {PUBLIC_EVENTS.map((type) => (
              <li key={type}>
                {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a button with that role */}
                <label className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3">
                  <Checkbox
                    className="mt-0.5"
                    checked={chosenEvents.includes(type)}
                    onCheckedChange={(checked) =>
                      events.field.onChange(
                        checked ? [...chosenEvents, type] : chosenEvents.filter((other) => other !== type),
                      )
                    }
                  />
                  <span className="grid">
                    <span className="text-sm">{eventLabel(type)}</span>
                    <code className="text-muted-foreground text-xs [overflow-wrap:anywhere]">{type}</code>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      </SectionCard>
      <NeedsReviewNotice app={app} change={{ webhook_url: webhook_url || null, webhook_events: chosenEvents }} />
      <SaveBar form={form} />
    </Form>
  )
}
