'use client'

import { signOut } from 'next-auth/react'
import { useState } from 'react'
import { AuthForm } from '@/components/auth/auth-form'
import { AuthFooter, AuthHeading, authLinkStyle } from '@/components/auth/auth-heading'
import { errorText } from '@/components/error-text'
import { KeyRound } from '@/components/generated/icons'
import { useHasPasskeys } from '@/components/security/has-passkeys'
import { askForPasskey, type PasskeyRequest } from '@/components/security/passkeys'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { InputField } from '@/components/ui/form'
import type { ProofMethods } from '@/server/modules/second-factors/schema.ts'
import { proveSecondFactor } from '../../sign-in-actions'

interface SecondStepProps {
  methods: ProofMethods
  passkey_request: PasskeyRequest
  next: string
}

type Way = 'code' | 'passkey' | 'recovery'

export function SecondStep({ methods, passkey_request, next }: SecondStepProps) {
  const has_passkeys = useHasPasskeys() !== false && methods.has_passkey
  const ways: Record<Way, boolean> = {
    code: methods.has_authenticator,
    passkey: has_passkeys,
    recovery: methods.has_recovery_codes,
  }
  const [chosen, setChosen] = useState<Way>(methods.has_authenticator ? 'code' : 'passkey')
  const way = chosen === 'passkey' && !has_passkeys ? 'recovery' : chosen
  const otherWays = (Object.keys(ways) as Way[]).filter((other) => other !== way && ways[other])
  return (
    <>
      <AuthHeading title="Two-factor authentication">{TEXTS[way].heading}</AuthHeading>
      {way === 'code' ? (
        <AuthForm
          key="code"
          schema={async () => (await import('@/server/modules/second-factors/schema.ts')).ByCode}
          defaultValues={{ code: '' }}
          submitLabel="Sign in"
          onSubmit={async (proof) => ({ ...(await proveSecondFactor(proof, next)), field: 'code' })}
        >
          {({ control }) => (
            <InputField
              control={control}
              name="code"
              label="Code"
              autoFocus
              autoComplete="one-time-code"
              inputMode="numeric"
              className="font-mono tracking-widest"
            />
          )}
        </AuthForm>
      ) : null}
      {way === 'recovery' ? (
        <AuthForm
          key="recovery"
          schema={async () => (await import('@/server/modules/second-factors/schema.ts')).ByRecoveryCode}
          defaultValues={{ recovery_code: '' }}
          submitLabel="Sign in"
          onSubmit={async (proof) => ({ ...(await proveSecondFactor(proof, next)), field: 'recovery_code' })}
        >
          {({ control }) => (
            <InputField
              control={control}
              name="recovery_code"
              label="Recovery code"
              autoFocus
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
            />
          )}
        </AuthForm>
      ) : null}
      {way === 'passkey' ? <PasskeyStep request={passkey_request} next={next} /> : null}
      {otherWays.length > 0 ? (
        <div className="mt-5 grid justify-items-start gap-2">
          {otherWays.map((other) => (
            <Button key={other} variant="link" size="sm" onClick={() => setChosen(other)}>
              {TEXTS[other].switch_label}
            </Button>
          ))}
        </div>
      ) : null}
      <AuthFooter>
        Not you?{' '}
        <button type="button" className={authLinkStyle} onClick={startOver}>
          Use another account
        </button>
      </AuthFooter>
    </>
  )
}

const TEXTS: Record<Way, { heading: string; switch_label: string }> = {
  code: { heading: 'Enter the code from your authenticator app.', switch_label: 'Use a code from your app' },
  passkey: { heading: 'Confirm with a passkey that it’s you.', switch_label: 'Use a passkey' },
  recovery: {
    heading: 'Enter one of your recovery codes. Each code works once.',
    switch_label: 'Use a recovery code',
  },
}

function PasskeyStep({ request, next }: { request: PasskeyRequest; next: string }) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function confirm() {
    setPending(true)
    setProblem(undefined)
    try {
      const passkey = await askForPasskey(request)
      setProblem((await proveSecondFactor({ passkey: JSON.stringify(passkey) }, next)).message)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="grid gap-4">
      {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
      <Button size="lg" pending={pending} onClick={confirm}>
        <KeyRound aria-hidden />
        Use a passkey
      </Button>
    </div>
  )
}

async function startOver() {
  await signOut({ redirect: false })
  window.location.assign('/login')
}
