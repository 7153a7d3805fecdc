import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { SaveBar } from '@/components/action-bar'
import { AddressInput } from '@/components/address-input'
import { bySchema } from '@/components/form-schema'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Form, FormField, InputField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { useAction } from '@/components/use-action'
import type { AppDetail, PluginSignIn } from '@/server/modules/apps/develop-schema.ts'
import { ADDRESSES } from '@/server/modules/apps/values-schema.ts'
import { CopyableValue } from '../client-secret'
import { NeedsReviewNotice } from './needs-review-notice'
import { useSaveSection } from './use-save-section'

type Values = z.input<typeof PluginSignIn>

const URLS = [
  {
    name: 'plugin_authorize_url',
    label: 'Authorize URL',
    hint: 'Where creators sign in to your service before installing the app.',
  },
  { name: 'plugin_token_url', label: 'Token URL', hint: 'Exchanges the code for tokens.' },
  { name: 'plugin_refresh_url', label: 'Refresh URL', hint: 'Leave empty to use the token URL.' },
  { name: 'plugin_revoke_url', label: 'Revoke URL', hint: 'Called when a creator uninstalls the app.' },
] as const

/** OAuth in the other direction: this server is a client of the app’s OAuth server. */
export function PluginSignInCard({ app }: { app: AppDetail }) {
  const trpc = useTRPC()
  const save = useAction(trpc.apps.develop.savePluginSignIn)
  const form = useStoredForm<Values, unknown, PluginSignIn>({
    resolver: bySchema(async () => (await import('@/server/modules/apps/develop-schema.ts')).PluginSignIn),
    values: {
      id: app.id,
      plugin_authorize_url: app.plugin_authorize_url ?? '',
      plugin_token_url: app.plugin_token_url ?? '',
      plugin_refresh_url: app.plugin_refresh_url ?? '',
      plugin_revoke_url: app.plugin_revoke_url ?? '',
      plugin_client_id: app.plugin_client_id ?? '',
      plugin_client_secret: undefined,
    },
  })
  const onSubmit = useSaveSection(form, save.run, {
    plugin_token_url: ADDRESSES.plugin_token_url,
    plugin_refresh_url: ADDRESSES.plugin_refresh_url,
    plugin_revoke_url: ADDRESSES.plugin_revoke_url,
  })
  const values = useWatch({ control: form.control })
  return (
    <Form form={form} onSubmit={onSubmit}>
      <SectionCard
        title="Sign-in for plugins"
        description="For plugins that show a creator’s own data: creators sign in to your OAuth server. Leave empty for public plugins."
        className="grid gap-5"
      >
        <CopyableValue label="Redirect URI to allow on your server" value={app.plugin_redirect_uri} />
        {URLS.map(({ name, label, hint }) => (
          <InputField
            as={AddressInput}
            key={name}
            control={form.control}
            name={name}
            label={label}
            description={hint}
            optional
            placeholder="https://app.example/oauth/…"
          />
        ))}
        <InputField
          control={form.control}
          name="plugin_client_id"
          label="Client ID on your server"
          optional
          autoComplete="off"
          spellCheck={false}
        />
        <FormField
          control={form.control}
          name="plugin_client_secret"
          label="Client secret on your server"
          description={
            app.has_plugin_client_secret
              ? 'A secret is stored. Enter a new one to replace it.'
              : 'Stored encrypted and not shown again.'
          }
          optional
        >
          {({ value, onChange, ...field }) => (
            <Input
              {...field}
              value={value ?? ''}
              // An empty field keeps the stored secret.
              onChange={(event) => onChange(event.target.value || undefined)}
              type="password"
              autoComplete="new-password"
              placeholder={app.has_plugin_client_secret ? '••••••••••••' : ''}
            />
          )}
        </FormField>
      </SectionCard>
      <NeedsReviewNotice
        app={app}
        change={{
          plugin_authorize_url: values.plugin_authorize_url || null,
          plugin_token_url: values.plugin_token_url || null,
          plugin_refresh_url: values.plugin_refresh_url || null,
          plugin_revoke_url: values.plugin_revoke_url || null,
        }}
      />
      <SaveBar form={form} />
    </Form>
  )
}
