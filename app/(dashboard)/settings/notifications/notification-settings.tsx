'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '@/components/error-text'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { toast } from '@/components/ui/sonner'
import { Switch } from '@/components/ui/switch'
import { useAction } from '@/components/use-action'
import type { SettingsInput } from '@/server/modules/notifications/schema.ts'
import { type Channels, DIGESTS, type Digest, TOPIC, type Topic } from '@/server/modules/notifications/values-schema.ts'
import { SettingsPage } from '../settings-page'
import { notificationSettingsQuery } from './queries'

const DIGEST_LABEL: Record<Digest, string> = { off: 'Off', daily: 'Every day', weekly: 'Every Monday' }

/** Edits the member’s channels for each topic. Every change is saved immediately. */
export function NotificationSettings() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const query = notificationSettingsQuery(trpc)
  const settings = useQuery(query)
  const save = useAction(trpc.notifications.saveSettings, {
    stores: query.queryKey,
    onError: (error) => {
      toast.error(errorText(error))
      void client.invalidateQueries(query)
    },
  })
  const store = (input: Partial<SettingsInput>) => {
    const { channels = {}, digest } = input
    client.setQueryData(query.queryKey, (cachedSettings) =>
      cachedSettings
        ? {
            ...cachedSettings,
            digest: digest ?? cachedSettings.digest,
            topics: cachedSettings.topics.map((row) => ({ ...row, ...channels[row.topic] })),
          }
        : cachedSettings,
    )
    save.start(input)
  }
  const change = (topic: Topic, channels: Channels) => store({ channels: { [topic]: channels } })

  return (
    <SettingsPage
      title="Notifications"
      description="What Envoi tells you about this account. Changes are saved immediately."
      isForm
    >
      <Loaded query={settings} loading={<RowsSkeleton rows={8} />}>
        {({ topics, digest, email_address }) => (
          <>
            <SectionCard title="Topics" description={`Emails go to ${email_address}.`}>
              <table className="w-full">
                <caption className="sr-only">Notifications by topic</caption>
                <thead>
                  <tr className="border-border border-b text-start text-muted-foreground text-xs">
                    <th scope="col" className="pb-2 text-start font-medium">
                      Topic
                    </th>
                    <th scope="col" className="w-18 pb-2 text-center font-medium">
                      In Envoi
                    </th>
                    <th scope="col" className="w-18 pb-2 text-center font-medium">
                      Email
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {topics.map(({ topic, in_product, by_email }) => (
                    <tr key={topic} className="border-border border-b last:border-0">
                      <th scope="row" className="py-3 pe-3 text-start font-normal">
                        <span className="block font-medium text-sm">{TOPIC[topic].label}</span>
                        <span className="block text-muted-foreground text-sm">{TOPIC[topic].description}</span>
                      </th>
                      <td className="py-3 text-center">
                        <Switch
                          aria-label={`${TOPIC[topic].label}: in Envoi`}
                          checked={in_product}
                          onCheckedChange={(checked) => change(topic, { in_product: checked, by_email })}
                        />
                      </td>
                      <td className="py-3 text-center">
                        <Switch
                          aria-label={`${TOPIC[topic].label}: by email`}
                          checked={by_email}
                          onCheckedChange={(checked) => change(topic, { in_product, by_email: checked })}
                        />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </SectionCard>
            <SectionCard
              title="Digest of new subscribers"
              description="By email at 8 in the morning, in the account’s time zone. Nothing is sent when there are none."
            >
              <Field label="How often" className="max-w-60">
                <SelectInput
                  value={digest}
                  options={DIGESTS.map((value) => ({ value, label: DIGEST_LABEL[value] }))}
                  onChange={(value) => store({ digest: DIGESTS.find((one) => one === value) })}
                />
              </Field>
            </SectionCard>
          </>
        )}
      </Loaded>
    </SettingsPage>
  )
}
