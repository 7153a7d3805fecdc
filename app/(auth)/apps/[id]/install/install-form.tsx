'use client'

import { useState } from 'react'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { useAction } from '@/components/use-action'
import type { InstallOffer } from '@/server/modules/installs/schema.ts'

interface InstallFormProps {
  app_id: number
  return_to?: string
  /** Accounts in which the user can install apps, the current one first. */
  accounts: InstallOffer['accounts']
}

export function InstallForm({ app_id, return_to, accounts }: InstallFormProps) {
  const trpc = useTRPC()
  const begin = useAction(trpc.installs.begin, { onDone: ({ url }) => window.location.assign(url), showsError: true })
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? 0)
  const account = accounts.find(({ id }) => id === accountId)
  return (
    <div className="grid gap-5">
      {begin.error ? <Alert role="alert" tone="danger" title={begin.error.message} /> : null}
      {accounts.length > 1 ? (
        <RadioGroup aria-label="Account" value={String(accountId)} onValueChange={(id) => setAccountId(Number(id))}>
          {accounts.map(({ id, name, is_installed }) => (
            <RadioCard
              key={id}
              value={String(id)}
              title={name}
              description={is_installed ? 'Already installed' : undefined}
            />
          ))}
        </RadioGroup>
      ) : null}
      {account?.is_installed ? (
        <p className="text-muted-foreground text-sm">
          Already installed in “{account.name}”. Reinstalling connects it again.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button
          size="lg"
          className="flex-1"
          pending={begin.isPending || begin.isSuccess}
          onClick={() => begin.start({ app_id, account_id: accountId, return_to })}
        >
          {account?.is_installed ? 'Reinstall' : accounts.length > 1 ? 'Install' : `Install in “${account?.name}”`}
        </Button>
        <LinkButton variant="outline" size="lg" href="/">
          Cancel
        </LinkButton>
      </div>
    </div>
  )
}
