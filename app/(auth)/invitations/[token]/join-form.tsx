'use client'

import { AuthForm } from '@/components/auth/auth-form'
import { PasswordInput } from '@/components/auth/password-input'
import { errorText } from '@/components/error-text'
import { useTRPC } from '@/components/trpc-provider'
import { InputField } from '@/components/ui/form'
import { useAction } from '@/components/use-action'
import { signInWithPassword } from '../../sign-in-actions'

/** For new users. The email address is fixed to the invited one. */
export function JoinForm({ token, email_address }: { token: string; email_address: string }) {
  const trpc = useTRPC()
  const join = useAction(trpc.team.join)
  return (
    <AuthForm
      schema={async () => (await import('@/server/modules/accounts/settings-schema.ts')).JoinInput}
      defaultValues={{ token, name: '', password: '' }}
      submitLabel="Join"
      onSubmit={async (values) => {
        try {
          await join.run(values)
        } catch (error) {
          return { message: errorText(error) }
        }
        return signInWithPassword({ email_address, password: values.password }, '/')
      }}
    >
      {({ control }) => (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email_address} readOnly />
          <InputField control={control} name="name" label="Your name" autoComplete="name" />
          <InputField
            as={PasswordInput}
            control={control}
            name="password"
            label="Password"
            description="At least 10 characters. A short sentence works well."
            autoComplete="new-password"
          />
        </>
      )}
    </AuthForm>
  )
}
