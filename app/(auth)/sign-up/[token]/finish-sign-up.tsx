'use client'

import { AuthForm } from '@/components/auth/auth-form'
import { AuthHeading } from '@/components/auth/auth-heading'
import { PasswordInput } from '@/components/auth/password-input'
import { InputField } from '@/components/ui/form'
import type { PendingSignUp } from '@/server/modules/accounts/settings-schema.ts'
import { finishSignUp } from '../../sign-in-actions'

/** Asks for the password again, so no one gets into an account that someone else confirms. */
export function FinishSignUp({ token, email_address, account_name, next }: PendingSignUp & { token: string }) {
  return (
    <>
      <AuthHeading title="Finish signing up">
        Your address is confirmed. Enter the password you signed up with to create “{account_name}”.
      </AuthHeading>
      <AuthForm
        schema={async () => (await import('@/server/modules/accounts/settings-schema.ts')).FinishInput}
        defaultValues={{ token, password: '' }}
        submitLabel="Create account"
        onSubmit={(values) => finishSignUp(values, next)}
      >
        {({ control }) => (
          <>
            <input type="hidden" name="username" autoComplete="username" value={email_address} readOnly />
            <InputField
              as={PasswordInput}
              control={control}
              name="password"
              label="Password"
              description={`For ${email_address}`}
              autoComplete="current-password"
            />
          </>
        )}
      </AuthForm>
    </>
  )
}
