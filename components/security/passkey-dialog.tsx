import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { NameDialog } from '@/components/name-dialog'
import { createPasskey, type PasskeyOffer } from '@/components/security/passkeys'
import { RecoveryCodes } from '@/components/security/recovery-codes'
import { useTRPC, useTRPCClient } from '@/components/trpc-provider'
import { DialogRoot } from '@/components/ui/dialog'
import { toast } from '@/components/ui/sonner'
import { PasskeyName } from '@/server/modules/second-factors/schema.ts'

interface PasskeyDialogProps {
  open: boolean
  email_address: string
  onClose: () => void
  onAdded?: () => void
}

const Named = z.object({ name: PasskeyName })

/** Names and creates a passkey. The browser then asks for a fingerprint, face, PIN or security key. */
export function PasskeyDialog({ open, email_address, onClose, onAdded }: PasskeyDialogProps) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const form = useForm({ resolver: zodResolver(Named), defaultValues: { name: deviceName() } })
  function finish() {
    toast.success('Passkey added')
    onAdded?.()
  }
  function close() {
    onClose()
    form.reset()
    if (codes) finish()
    setCodes(undefined)
  }
  if (codes) {
    return (
      <DialogRoot open onClose={close}>
        <RecoveryCodes codes={codes} email_address={email_address} onDone={close} />
      </DialogRoot>
    )
  }
  return (
    <NameDialog
      title="Add a passkey"
      description="Sign in with your fingerprint, face, screen lock or security key."
      form={form}
      open={open}
      onClose={close}
      hint="So you recognize it in the list."
      submitLabel="Create passkey"
      onSubmit={async ({ name }) => {
        const offer = await client.second_factors.offerPasskey.mutate()
        const passkey = await createPasskey(offer as PasskeyOffer)
        // `as never`: the server receives the browser's answer as bounded JSON, and its library validates every property.
        const { recovery_codes } = await client.second_factors.addPasskey.mutate({ name, passkey: passkey as never })
        await queries.invalidateQueries(trpc.second_factors.pathFilter())
        if (recovery_codes) return setCodes(recovery_codes)
        close()
        finish()
      }}
    />
  )
}

/** Returns a suggested name, such as "Mac". */
function deviceName(): string {
  const { userAgent } = navigator
  return DEVICES.find(({ sign }) => sign.test(userAgent))?.label ?? 'My device'
}

const DEVICES = [
  { sign: /iPhone/, label: 'iPhone' },
  { sign: /iPad/, label: 'iPad' },
  { sign: /Android/, label: 'Android phone' },
  { sign: /Windows/, label: 'Windows PC' },
  { sign: /Mac OS X/, label: 'Mac' },
  { sign: /CrOS/, label: 'Chromebook' },
  { sign: /Linux/, label: 'Linux PC' },
] as const
