'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { PasswordInput } from '@/components/auth/password-input'
import { bySchema } from '@/components/form-schema'
import { clearSent } from '@/components/sent-values'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Form, InputField } from '@/components/ui/form'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { PasswordChange } from '@/server/modules/users/schema.ts'
import { WRONG_PASSWORD } from '@/server/modules/users/values-schema.ts'

export function PasswordCard() {
  const trpc = useTRPC()
  const me = useQuery(trpc.users.me.queryOptions())
  if (me.data && !me.data.has_password) return <NoPasswordYet email_address={me.data.email_address} />
  return (
    <SectionCard title="Password" description="Changing it signs you out of all other browsers.">
      <PasswordForm />
    </SectionCard>
  )
}

function PasswordForm() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const change = useAction(trpc.users.changePassword)
  const form = useForm({
    resolver: bySchema(async () => (await import('@/server/modules/users/schema.ts')).PasswordChange),
    defaultValues: { current_password: '', password: '' },
  })

  async function save(values: PasswordChange) {
    try {
      await change.run(values)
    } catch (error) {
      if (!(error instanceof Error) || error.message !== WRONG_PASSWORD) throw error
      form.setError('current_password', { message: WRONG_PASSWORD }, { shouldFocus: true })
      return
    }
    await client.invalidateQueries(trpc.users.pathFilter())
    clearSent(form)
    toast.success('Password changed. You are signed out of other browsers')
  }

  return (
    <Form form={form} onSubmit={save}>
      <InputField
        as={PasswordInput}
        control={form.control}
        name="current_password"
        label="Current password"
        autoComplete="current-password"
      />
      <InputField
        as={PasswordInput}
        control={form.control}
        name="password"
        label="New password"
        description="At least 10 characters. A short sentence works well."
        autoComplete="new-password"
      />
      <Button type="submit" className="justify-self-start" pending={form.formState.isSubmitting}>
        Change password
      </Button>
    </Form>
  )
}

/** Users who signed up with Google or GitHub set a password through an emailed link. */
function NoPasswordYet({ email_address }: { email_address: string }) {
  const trpc = useTRPC()
  const request = useAction(trpc.users.requestReset, { done: `We emailed a link to ${email_address}` })
  return (
    <SectionCard title="Password" description="You sign in through another service and have no password.">
      <Button variant="outline" pending={request.isPending} onClick={() => request.start({ email_address })}>
        Email me a link
      </Button>
    </SectionCard>
  )
}
