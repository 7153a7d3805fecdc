import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { PasswordInput } from '@/components/auth/password-input'
import { ErrorState } from '@/components/error-state'
import { errorText } from '@/components/error-text'
import { KeyRound } from '@/components/generated/icons'
import { confirmRequests } from '@/components/security/confirm-request'
import { useHasPasskeys } from '@/components/security/has-passkeys'
import { askForPasskey, type PasskeyRequest } from '@/components/security/passkeys'
import { useTRPC, useTRPCClient } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Form, InputField } from '@/components/ui/form'
import { Skeleton } from '@/components/ui/skeleton'
import { Code, type IdentityProof, type ProofMethods } from '@/server/modules/second-factors/schema.ts'

/** Asks users to confirm their identity when the server requires a recent sign-in, and then repeats the refused call. */
export function ConfirmIdentity() {
  const request = useSyncExternalStore(confirmRequests.subscribe, confirmRequests.current, confirmRequests.none)
  return (
    <Dialog
      open={request !== undefined}
      onClose={() => request?.answer(false)}
      title="Confirm that it’s you"
      description="This action needs a recent sign-in. We won’t ask again for 15 minutes."
      className="sm:max-w-md"
    >
      <Methods onConfirmed={() => request?.answer(true)} />
    </Dialog>
  )
}

function Methods({ onConfirmed }: { onConfirmed: () => void }) {
  const trpc = useTRPC()
  const methods = useQuery(trpc.second_factors.proofMethods.queryOptions(undefined, { staleTime: 0 }))
  if (methods.error) return <ErrorState as="h3" query={methods} />
  if (!methods.data) return <Skeleton className="h-24 w-full" />
  return <Choice methods={methods.data} onConfirmed={onConfirmed} />
}

function Choice({ methods, onConfirmed }: { methods: ProofMethods; onConfirmed: () => void }) {
  const { has_password, has_authenticator } = methods
  const [uses_code, setUsesCode] = useState(!has_password)
  const has_passkeys = useHasPasskeys() !== false && methods.has_passkey
  const client = useTRPCClient()
  const prove = async (proof: IdentityProof) => {
    await client.second_factors.confirmIdentity.mutate({ proof })
    onConfirmed()
  }
  if (!has_password && !has_authenticator && !has_passkeys) return <SignInAgain />
  return (
    <div className="grid gap-4">
      {has_passkeys ? <PasskeyButton onProof={prove} /> : null}
      {uses_code && has_authenticator ? <CodeForm onProof={prove} /> : null}
      {!uses_code && has_password ? <PasswordForm onProof={prove} /> : null}
      {has_password && has_authenticator ? (
        <Button variant="link" size="sm" className="justify-self-start px-0" onClick={() => setUsesCode(!uses_code)}>
          {uses_code ? 'Use your password instead' : 'Use a code from your app instead'}
        </Button>
      ) : null}
    </div>
  )
}

interface ProofProps {
  onProof: (proof: IdentityProof) => Promise<void>
}

function PasswordForm({ onProof }: ProofProps) {
  const schema = z.object({ password: z.string().min(1, 'Enter your password') })
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } })
  return (
    <Form form={form} onSubmit={onProof}>
      <InputField
        as={PasswordInput}
        control={form.control}
        name="password"
        label="Password"
        autoFocus
        autoComplete="current-password"
      />
      <Button type="submit" pending={form.formState.isSubmitting}>
        Confirm
      </Button>
    </Form>
  )
}

function CodeForm({ onProof }: ProofProps) {
  const form = useForm({ resolver: zodResolver(z.object({ code: Code })), defaultValues: { code: '' } })
  return (
    <Form form={form} onSubmit={onProof}>
      <InputField
        control={form.control}
        name="code"
        label="Code from your authenticator app"
        autoFocus
        autoComplete="one-time-code"
        inputMode="numeric"
        placeholder="123456"
      />
      <Button type="submit" pending={form.formState.isSubmitting}>
        Confirm
      </Button>
    </Form>
  )
}

function PasskeyButton({ onProof }: ProofProps) {
  const client = useTRPCClient()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function confirm() {
    setPending(true)
    setProblem(undefined)
    try {
      const passkey = await askForPasskey((await client.second_factors.passkeyRequest.mutate()) as PasskeyRequest)
      // `as never`: the server receives the browser's answer as bounded JSON, and its library validates every property.
      await onProof({ passkey: passkey as never })
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
      <Button variant="outline" pending={pending} onClick={confirm}>
        <KeyRound aria-hidden />
        Use a passkey
      </Button>
    </>
  )
}

/** For users who only sign in through Google or GitHub. */
function SignInAgain() {
  return (
    <>
      <p className="text-sm">Sign out and sign in again, then repeat the change within 15 minutes.</p>
      <Button asChild variant="outline">
        <a href="/sign-out">Sign out</a>
      </Button>
    </>
  )
}
