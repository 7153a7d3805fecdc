'use client'

import { AuthHeading } from '@/components/auth/auth-heading'
import { CircleCheck } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { useAction } from '@/components/use-action'

interface ConfirmAddressProps {
  token: string
  account_name: string
  email_address: string
}

export function ConfirmAddress({ token, account_name, email_address }: ConfirmAddressProps) {
  const trpc = useTRPC()
  const confirm = useAction(trpc.sending_addresses.confirm, { showsError: true })

  if (confirm.isSuccess) {
    return (
      <div role="status">
        <span className="mb-5 grid size-12 place-items-center rounded-2xl bg-success-soft text-success-ink">
          <CircleCheck aria-hidden className="size-6" />
        </span>
        <AuthHeading title="Address confirmed">
          “{account_name}” can now send emails from <Address>{email_address}</Address>.
        </AuthHeading>
        <LinkButton size="lg" href="/">
          Go to Envoi
        </LinkButton>
      </div>
    )
  }
  return (
    <>
      <AuthHeading title="Is this your address?">
        “{account_name}” wants to send emails from <Address>{email_address}</Address>. Confirm address only if you
        agree.
      </AuthHeading>
      <div className="grid gap-4">
        {confirm.error ? <Alert role="alert" tone="danger" title={confirm.error.message} /> : null}
        <Button size="lg" pending={confirm.isPending} onClick={() => confirm.start({ token })}>
          Confirm address
        </Button>
      </div>
    </>
  )
}

const Address = ({ children }: { children: string }) => (
  <span className="font-medium text-foreground [overflow-wrap:anywhere]">{children}</span>
)
