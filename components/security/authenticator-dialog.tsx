import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { CopyButton } from '@/components/copy-button'
import { RecoveryCodes } from '@/components/security/recovery-codes'
import { useTRPC } from '@/components/trpc-provider'
import { DialogActions, DialogContent, DialogRoot } from '@/components/ui/dialog'
import { Form, InputField } from '@/components/ui/form'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { type AuthenticatorOffer, Code } from '@/server/modules/second-factors/schema.ts'

interface AuthenticatorDialogProps {
  /** A new secret, which the server returns after confirming the user's identity. Undefined: the dialog is closed. */
  offer: AuthenticatorOffer | undefined
  email_address: string
  onClose: () => void
  onAdded?: () => void
}

/** Sets up an authenticator app: scan, enter the first code, save the recovery codes. */
export function AuthenticatorDialog({ offer, ...props }: AuthenticatorDialogProps) {
  const [codes, setCodes] = useState<string[]>()
  // After the recovery codes, because on a phone the toast would cover the button that closes them.
  function finish() {
    toast.success('Authenticator app added')
    props.onAdded?.()
  }
  function close() {
    props.onClose()
    if (codes) finish()
    setCodes(undefined)
  }
  return (
    <DialogRoot open={offer !== undefined} onClose={close}>
      {codes ? (
        <RecoveryCodes codes={codes} email_address={props.email_address} onDone={close} />
      ) : (
        <DialogContent
          title="Set up an authenticator app"
          description="Scan this code with your app, then enter the code that the app shows."
        >
          {offer ? (
            <Enrollment
              offer={offer}
              onCancel={close}
              onAdded={(recovery_codes) => {
                if (recovery_codes) return setCodes(recovery_codes)
                close()
                finish()
              }}
            />
          ) : null}
        </DialogContent>
      )}
    </DialogRoot>
  )
}

interface EnrollmentProps {
  offer: AuthenticatorOffer
  onAdded: (recovery_codes: string[] | null) => void
  onCancel: () => void
}

function Enrollment({ offer, onAdded, onCancel }: EnrollmentProps) {
  const trpc = useTRPC()
  const add = useAction(trpc.second_factors.addAuthenticator, { invalidates: trpc.second_factors })
  const form = useForm({ resolver: zodResolver(z.object({ code: Code })), defaultValues: { code: '' } })
  return (
    <Form
      form={form}
      onSubmit={async ({ code }) => {
        const { recovery_codes } = await add.run({ code, enrollment: offer.enrollment })
        onAdded(recovery_codes)
      }}
    >
      <div className="flex flex-wrap items-center gap-5">
        {/* biome-ignore lint/performance/noImgElement: a data URL needs no optimization. White, because codes must be dark on light */}
        <img
          alt="QR code for your authenticator app"
          src={`data:image/svg+xml;utf8,${encodeURIComponent(offer.qr_code)}`}
          className="size-44 shrink-0 rounded-xl border border-border bg-white p-1 max-sm:mx-auto"
        />
        <div className="grid min-w-0 flex-1 basis-48 gap-2 text-sm">
          <p className="text-muted-foreground">Can’t scan it? Enter this key in your app.</p>
          <p className="flex items-start gap-1">
            <code className="break-words rounded-md bg-muted px-2 py-1 font-mono text-[0.8125rem]">{offer.secret}</code>
            <CopyButton value={offer.secret.replaceAll(' ', '')} label="key" />
          </p>
        </div>
      </div>
      <InputField
        control={form.control}
        name="code"
        label="Code"
        description="6 digits that change every 30 seconds."
        autoFocus
        autoComplete="one-time-code"
        inputMode="numeric"
        className="max-w-40 font-mono tracking-widest"
      />
      <DialogActions onClose={onCancel} pending={form.formState.isSubmitting} confirmLabel="Add app" />
    </Form>
  )
}
