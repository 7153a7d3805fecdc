'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AddressInput } from '@/components/address-input'
import { bySchema } from '@/components/form-schema'
import { Loaded } from '@/components/loaded'
import { PictureInput } from '@/components/media/picture-input'
import { EditableBy } from '@/components/role'
import { markSaved, useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent } from '@/components/ui/card'
import { Form, FormField, InputField } from '@/components/ui/form'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/sonner'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import type { ProfileInput } from '@/server/modules/accounts/settings-schema.ts'
import { SettingsPage } from '../settings-page'

export function ProfileCard() {
  const trpc = useTRPC()
  const profile = useQuery(trpc.account.profile.queryOptions())
  return (
    <SettingsPage title="Profile" description="Shown in apps and on public pages." isForm>
      <Card>
        <CardContent>
          <Loaded query={profile} loading={<Skeleton className="h-80 w-full" />}>
            {(data) => (
              <EditableBy atLeast="editor">
                <ProfileForm profile={data} />
              </EditableBy>
            )}
          </Loaded>
        </CardContent>
      </Card>
    </SettingsPage>
  )
}

function ProfileForm({ profile }: { profile: ProfileInput }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const save = useAction(trpc.account.saveProfile)
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('@/server/modules/accounts/settings-schema.ts')).ProfileInput),
    values: profile,
  })
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await save.run(values)
        markSaved(form)
        await client.invalidateQueries(trpc.account.pathFilter())
        toast.success('Profile saved')
      }}
    >
      <InputField control={form.control} name="name" label="Name" />
      <InputField control={form.control} name="byline" label="Byline" optional placeholder="Notes from a workshop" />
      <InputField as={Textarea} control={form.control} name="bio" label="About you" optional rows={4} />
      <FormField
        control={form.control}
        name="image_url"
        label="Image URL"
        optional
        description="Choose an image or enter its web address."
      >
        {({ value, ...field }) => (
          <PictureInput {...field} value={value ?? ''} onChoose={(url) => field.onChange(url)} />
        )}
      </FormField>
      <InputField as={AddressInput} control={form.control} name="profile_url" label="Website" optional />
      <Button type="submit" className="justify-self-start" pending={form.formState.isSubmitting}>
        Save profile
      </Button>
    </Form>
  )
}
