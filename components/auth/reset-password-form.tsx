import { AuthForm, type AuthSubmit } from '@/components/auth/auth-form'
import { AuthHeading } from '@/components/auth/auth-heading'
import { PasswordInput } from '@/components/auth/password-input'
import { InputField } from '@/components/ui/form'
import type { NewPasswordInput } from '@/server/modules/users/schema.ts'

export function ResetPasswordForm({ onSubmit }: { onSubmit: AuthSubmit<NewPasswordInput> }) {
  return (
    <>
      <AuthHeading title="Set new password">This signs you out everywhere else.</AuthHeading>
      <AuthForm
        schema={async () => (await import('@/server/modules/users/schema.ts')).NewPasswordInput}
        defaultValues={{ password: '' }}
        submitLabel="Save password"
        onSubmit={onSubmit}
      >
        {({ control }) => (
          <InputField
            as={PasswordInput}
            control={control}
            name="password"
            label="New password"
            description="At least 10 characters. A short sentence works well."
            autoComplete="new-password"
          />
        )}
      </AuthForm>
    </>
  )
}
