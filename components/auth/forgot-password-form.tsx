'use client'

import Link from 'next/link'
import { useState } from 'react'
import { AuthForm, type AuthSubmit } from '@/components/auth/auth-form'
import { AuthFooter, AuthHeading, authLinkStyle } from '@/components/auth/auth-heading'
import { CheckInbox } from '@/components/auth/check-inbox'
import { FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { ResetRequest } from '@/server/modules/people/schema.ts'

/** Answers alike whether the address is known or not. */
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
        If <span className="font-medium text-foreground">{sentTo}</span> has an account, a link to set a new password is
        on its way. It works for one hour.
      </CheckInbox>
    )
  }
  return (
    <>
      <AuthHeading title="Set a new password">We send you a link that lets you choose one.</AuthHeading>
      <AuthForm
        schema={ResetRequest}
        defaultValues={{ email_address: '' }}
        submitLabel="Send the link"
        onSubmit={submit}
      >
        {({ control }) => (
          <FormField control={control} name="email_address" label="E-mail address">
            {(field) => <Input type="email" autoComplete="username" inputMode="email" {...field} />}
          </FormField>
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
