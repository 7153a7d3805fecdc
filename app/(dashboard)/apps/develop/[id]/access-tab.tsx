import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { SaveBar } from '@/components/action-bar'
import { AddressInput } from '@/components/address-input'
import { bySchema } from '@/components/form-schema'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Form, FormField, InputField } from '@/components/ui/form'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { useAction } from '@/components/use-action'
import type { AccessInput, AppDetail } from '@/server/modules/apps/develop-schema.ts'
import { ADDRESSES } from '@/server/modules/apps/values-schema.ts'
import { CopyableValue } from '../client-secret'
import { CredentialsCard } from './credentials-card'
import { NeedsReviewNotice } from './needs-review-notice'
import { TextListField } from './text-list-field'
import { useSaveSection } from './use-save-section'

type Values = z.input<typeof AccessInput>

const URLS = [
  {
    name: 'authorization_url',
    hint: 'Opens after installation with a redirect parameter. Send creators through OAuth, then back to that URL.',
    placeholder: 'https://app.example/install',
  },
  {
    name: 'revoke_url',
    hint: 'Receives a POST request when a creator uninstalls the app.',
    placeholder: 'https://app.example/oauth/revoke',
  },
  {
    name: 'settings_url',
    hint: 'Shown in the list of installed apps.',
    placeholder: 'https://app.example/settings',
  },
  {
    name: 'after_install_url',
    hint: 'Shown after installation, for any setup on your site.',
    placeholder: 'https://app.example/welcome',
  },
] as const

/** The app's OAuth settings and install link. */
export function AccessTab({ app }: { app: AppDetail }) {
  return (
    <div className="grid max-w-2xl gap-6">
      <CredentialsCard app={app} />
      <SectionCard
        title="Install link"
        description="Use it on your site, or to try the app before publishing. Sign-ups through it are attributed to your app."
      >
        <CopyableValue label="Install link" value={app.install_url} />
      </SectionCard>
      <AccessForm app={app} />
    </div>
  )
}

function AccessForm({ app }: { app: AppDetail }) {
  const trpc = useTRPC()
  const save = useAction(trpc.apps.develop.saveAccess)
  const form = useStoredForm<Values, unknown, AccessInput>({
    resolver: bySchema(async () => (await import('@/server/modules/apps/develop-schema.ts')).AccessInput),
    values: {
      id: app.id,
      scope: app.scopes.includes('public') ? 'public' : 'read',
      redirect_uris: app.redirect_uris,
      authorization_url: app.authorization_url ?? '',
      revoke_url: app.revoke_url ?? '',
      settings_url: app.settings_url ?? '',
      after_install_url: app.after_install_url ?? '',
      return_to_domains: app.return_to_domains,
    },
  })
  const onSubmit = useSaveSection(form, save.run, { revoke_url: ADDRESSES.revoke_url })
  const values = useWatch({ control: form.control })
  return (
    <Form form={form} onSubmit={onSubmit}>
      <SectionCard
        title="OAuth"
        description="Required for API access. Leave empty if the app only adds plugins."
        className="grid gap-6"
      >
        <FormField control={form.control} name="scope" label="Maximum access">
          {({ value, onChange, ref, ...field }) => (
            <RadioGroup ref={ref} value={value} onValueChange={onChange} {...field}>
              <RadioCard value="public" title="Read and write" description="Scope public: the whole API." />
              <RadioCard value="read" title="Read only" description="Scope read: lists and single records." />
            </RadioGroup>
          )}
        </FormField>
        <TextListField
          control={form.control}
          name="redirect_uris"
          label="Redirect URIs"
          noun="Redirect URI"
          description="Where authorization codes are sent. Must match exactly and use https, or http on localhost."
          placeholder="https://app.example/callback"
        />
        {URLS.map(({ name, hint, placeholder }) => (
          <InputField
            as={AddressInput}
            key={name}
            control={form.control}
            name={name}
            label={ADDRESSES[name]}
            description={hint}
            optional
            placeholder={placeholder}
          />
        ))}
        <TextListField
          control={form.control}
          name="return_to_domains"
          label="return_to domains"
          noun="Domain"
          description="Install links can return creators to these hosts only."
          placeholder="app.example"
        />
      </SectionCard>
      <NeedsReviewNotice app={app} change={{ ...values, scopes: values.scope ? [values.scope] : app.scopes }} />
      <SaveBar form={form} />
    </Form>
  )
}
