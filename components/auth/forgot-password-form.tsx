import Link from 'next/link'
import { useState } from 'react'
import { AuthForm, type AuthSubmit } from '@/components/auth/auth-form'
import { AuthFooter, AuthHeading, authLinkStyle } from '@/components/auth/auth-heading'
import { CheckInbox } from '@/components/auth/check-inbox'
import { InputField } from '@/components/ui/form'
import type { ResetRequest } from '@/server/modules/users/schema.ts'

/** Shows the same result for known and unknown addresses. */
export function ForgotPasswordForm({ onSubmit }: { onSubmit: AuthSubmit<ResetRequest> }) {
  const [sentTo, setSentTo] = useState<string>()

  async function submit(values: ResetRequest) {
    const refused = await onSubmit(values)
    if (!refused) setSentTo(values.email_address)
    return refused
  }

  if (sentTo) {
    return (
      <CheckInbox>
        If <span className="font-medium text-foreground">{sentTo}</span> has an account, we emailed a link to set a new
        password. It works for one hour.
      </CheckInbox>
    )
  }
  return (
    <>
      <AuthHeading title="Reset password">We email you a link to set a new password.</AuthHeading>
      <AuthForm
        schema={async () => (await import('@/server/modules/users/schema.ts')).ResetRequest}
        defaultValues={{ email_address: '' }}
        submitLabel="Send link"
        onSubmit={submit}
      >
        {({ control }) => (
          <InputField
            control={control}
            name="email_address"
            label="Email address"
            type="email"
            autoComplete="username"
            inputMode="email"
          />
        )}
      </AuthForm>
      <BackToSignIn />
    </>
  )
}

function BackToSignIn() {
  return (
    <AuthFooter>
      <Link href="/login" className={authLinkStyle}>
        Back to sign in
      </Link>
    </AuthFooter>
  )
}
