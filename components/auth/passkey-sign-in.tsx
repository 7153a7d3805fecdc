import { useEffect, useEffectEvent, useState } from 'react'
import { errorText } from '@/components/error-text'
import { KeyRound } from '@/components/generated/icons'
import { useHasPasskeys } from '@/components/security/has-passkeys'
import { askForPasskey, autofillPasskey, type PasskeyRequest, stopAutofill } from '@/components/security/passkeys'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'

interface PasskeySignInProps {
  request: PasskeyRequest
  onPasskey: (passkey: string) => Promise<{ message: string }>
}

/** Signs in with a passkey, from the button or the address's autofill. */
export function PasskeySignIn({ request, onPasskey }: PasskeySignInProps) {
  const has_passkeys = useHasPasskeys()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  const offer = useEffectEvent(async () => {
    const passkey = await autofillPasskey(request)
    if (passkey) setProblem((await onPasskey(JSON.stringify(passkey))).message)
  })
  useEffect(() => {
    if (!has_passkeys) return
    void offer()
    return stopAutofill
  }, [has_passkeys])

  async function ask() {
    setPending(true)
    setProblem(undefined)
    try {
      setProblem((await onPasskey(JSON.stringify(await askForPasskey(request)))).message)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setPending(false)
    }
  }

  if (!has_passkeys) return null
  return (
    <div className="mt-3 grid gap-3">
      <Button variant="outline" size="lg" pending={pending} onClick={ask}>
        <KeyRound aria-hidden />
        Use a passkey
      </Button>
      {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
    </div>
  )
}
