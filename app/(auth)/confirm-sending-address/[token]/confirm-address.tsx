'use client'

import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import Link from 'next/link'
import { AuthHeading } from '@/components/auth/auth-heading'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'

interface ConfirmAddressProps {
  token: string
  account_name: string
  email_address: string
}

export function ConfirmAddress({ token, account_name, email_address }: ConfirmAddressProps) {
  const trpc = useTRPC()
  const confirm = useMutation(trpc.sending_addresses.confirm.mutationOptions())

  if (confirm.isSuccess) {
    return (
      <div role="status">
        <span className="mb-5 grid size-12 place-items-center rounded-2xl bg-success-soft text-success-ink">
          <CircleCheck aria-hidden className="size-6" />
        </span>
        <AuthHeading title="The address is confirmed">
          “{account_name}” can send letters from <Address>{email_address}</Address> now.
        </AuthHeading>
        <Button asChild size="lg">
          <Link href="/">Go to Envoi</Link>
        </Button>
      </div>
    )
  }
  return (
    <>
      <AuthHeading title="Is this your address?">
        “{account_name}” wants to send letters that come from <Address>{email_address}</Address>. Confirm it if that is
        you, or if you agree.
      </AuthHeading>
      <div className="grid gap-4">
        {confirm.error ? <Alert role="alert" tone="danger" title={confirm.error.message} /> : null}
        <Button size="lg" pending={confirm.isPending} onClick={() => confirm.mutate({ token })}>
          Confirm the address
        </Button>
      </div>
    </>
  )
}

const Address = ({ children }: { children: string }) => (
  <span className="font-medium text-foreground [overflow-wrap:anywhere]">{children}</span>
)
