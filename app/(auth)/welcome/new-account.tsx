'use client'

import { signOut } from 'next-auth/react'
import { AuthForm } from '@/components/auth/auth-form'
import { AuthFooter, AuthHeading, authLinkStyle } from '@/components/auth/auth-heading'
import { TimeZoneChoice } from '@/components/auth/time-zone-choice'
import { useTRPC } from '@/components/trpc-provider'
import { InputField } from '@/components/ui/form'
import { useAction } from '@/components/use-action'
import { installSource } from '@/server/lib/net/install-link.ts'
import { toFormError } from '../form-error'

interface NewAccountProps {
  email_address: string
  is_first: boolean
  next: string
}

export function NewAccount({ email_address, is_first, next }: NewAccountProps) {
  const trpc = useTRPC()
  const create = useAction(trpc.account.create)
  const open = useAction(trpc.users.switchAccount)
  return (
    <>
      <AuthHeading title={is_first ? 'Name your account' : 'New account'}>
        {is_first
          ? 'Use the name of your newsletter or business.'
          : 'Each account has its own subscribers, emails and team.'}
      </AuthHeading>
      <AuthForm
        schema={async () => (await import('@/server/modules/accounts/settings-schema.ts')).NewAccountInput}
        defaultValues={{ name: '', time_zone: 'UTC' }}
        submitLabel="Create account"
        onSubmit={async (values) => {
          try {
            await open.run(await create.run({ ...values, service_app_id: installSource(next) }))
          } catch (error) {
            return { message: toFormError(error).message }
          }
          window.location.assign(next)
          return new Promise(() => undefined)
        }}
      >
        {({ control, watch, setValue }) => (
          <>
            <InputField
              control={control}
              name="name"
              label="Newsletter or business name"
              autoComplete="organization"
              placeholder="The Moss Weekly"
            />
            <TimeZoneChoice value={watch('time_zone')} onChange={(time_zone) => setValue('time_zone', time_zone)} />
          </>
        )}
      </AuthForm>
      <AuthFooter>
        You are signed in as {email_address}.{' '}
        <button
          type="button"
          className={authLinkStyle}
          onClick={async () => {
            await signOut({ redirect: false })
            window.location.assign('/login')
          }}
        >
          Sign out
        </button>
      </AuthFooter>
    </>
  )
}
