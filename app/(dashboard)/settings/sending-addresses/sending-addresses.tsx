'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DataTable } from '@/components/data-table'
import { Clock, MailPlus } from '@/components/generated/icons'
import { RowMenu } from '@/components/list/row-menu'
import { sendersQuery } from '@/components/page-queries'
import { useHasRole } from '@/components/role'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { Field } from '@/components/ui/field'
import { onDemand } from '@/components/ui/on-demand'
import { SelectInput } from '@/components/ui/select'
import { useAction } from '@/components/use-action'
import { listText } from '@/server/lib/locale/formats.ts'
import type { SendingAddressView } from '@/server/modules/accounts/settings-schema.ts'
import { SettingsPage } from '../settings-page'

const SendingAddressDialog = onDemand(async () => (await import('./sending-address-dialog')).SendingAddressDialog)

/** The option without a reply-to address: replies go to each email’s sender. */
const SENDER = 'sender'

/** Addresses that emails can be sent from. Each is confirmed through an emailed link. */
export function SendingAddresses() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [adding, setAdding] = useState(false)
  const [addressToEdit, setAddressToEdit] = useState<SendingAddressView>()
  const [addressToRemove, setAddressToRemove] = useState<SendingAddressView>()
  const addresses = useQuery(sendersQuery(trpc))
  const refresh = () => client.invalidateQueries(trpc.sending_addresses.list.pathFilter())
  const makeDefault = useAction(trpc.sending_addresses.setDefault, { invalidates: trpc.sending_addresses.list })
  const resend = useAction(trpc.sending_addresses.remind, { done: 'Link sent' })
  const remove = useAction(trpc.sending_addresses.remove, { invalidates: trpc.sending_addresses.list })
  const setReplyTo = useAction(trpc.sending_addresses.setReplyTo, {
    invalidates: trpc.sending_addresses.list,
    evenAfterErrors: true,
    done: 'Saved',
  })
  const may = useHasRole('admin')
  const unprovenAddresses = addresses.data?.filter(({ needs_new_link }) => needs_new_link) ?? []
  const free = addresses.data?.filter(({ is_free_mail }) => is_free_mail) ?? []

  return (
    <SettingsPage
      title="Sending addresses"
      description="The addresses your emails are sent from."
      actions={
        may ? (
          <Button onClick={() => setAdding(true)}>
            <MailPlus aria-hidden /> Add address
          </Button>
        ) : null
      }
    >
      {unprovenAddresses.length > 0 ? (
        <Alert tone="warning" title="Confirm your sending addresses again">
          <p>
            No emails are sent from {listText(unprovenAddresses.map(({ email_address }) => email_address))} until
            confirmed again, because no mail server was set the first time.
          </p>
          <p>{may ? 'Send a new link and follow it.' : 'Ask an owner or admin to send a new link.'}</p>
        </Alert>
      ) : null}
      {free.length > 0 ? (
        <Alert
          tone="warning"
          title="Use an address at your own domain"
          actions={
            <Link href="/settings/sending-domains" className="font-medium underline underline-offset-4">
              Sending domains
            </Link>
          }
        >
          {[...new Set(free.map(({ email_address }) => email_address.split('@')[1]))].join(', ')} lets no one else send
          in its name, so no emails are sent from {free.length === 1 ? 'this address' : 'these addresses'} by a mail
          server.
        </Alert>
      ) : null}
      <DataTable
        caption="Sending addresses"
        rows={addresses.data}
        rowId={(address) => address.id}
        query={addresses}
        columns={[
          {
            header: 'Address',
            cell: (address) => (
              <span className="grid gap-0.5">
                <span className="[overflow-wrap:anywhere]">{address.email_address}</span>
                <span className="font-normal text-muted-foreground">{address.from_name}</span>
              </span>
            ),
          },
          {
            header: 'Status',
            phone: 'plain',
            cell: (address) =>
              address.status === 'pending' ? (
                <StatusBadge label={address.needs_new_link ? 'Confirm again' : 'Pending'} tone="warning" icon={Clock} />
              ) : address.is_default ? (
                <Badge tone="success">Default</Badge>
              ) : (
                <Badge tone="neutral">Confirmed</Badge>
              ),
          },
        ]}
        rowActions={
          may
            ? (address) => (
                <RowMenu name={address.email_address}>
                  <DropdownMenuItem onSelect={() => setAddressToEdit(address)}>Change name</DropdownMenuItem>
                  {address.status === 'pending' ? (
                    <DropdownMenuItem onSelect={() => resend.start({ id: address.id })}>
                      {address.needs_new_link ? 'Send new link' : 'Resend link'}
                    </DropdownMenuItem>
                  ) : address.is_default ? null : (
                    <DropdownMenuItem onSelect={() => makeDefault.start({ id: address.id })}>
                      Make default
                    </DropdownMenuItem>
                  )}
                  {address.is_default || address.gets_replies ? null : (
                    <DropdownMenuItem
                      label="Remove"
                      variant="destructive"
                      onSelect={() => setAddressToRemove(address)}
                    />
                  )}
                </RowMenu>
              )
            : undefined
        }
        empty={{
          illustration: 'emails',
          title: 'No sending addresses yet',
          description: 'Add the address your subscribers know you by.',
        }}
      />
      {addresses.data?.some(({ status }) => status === 'confirmed') ? (
        <Field
          label="Replies go to"
          description="When subscribers answer an email. A broadcast can have a different address."
          className="max-w-md"
        >
          <SelectInput
            disabled={!may || setReplyTo.isPending}
            value={String(addresses.data.find(({ gets_replies }) => gets_replies)?.id ?? SENDER)}
            options={[
              { value: SENDER, label: 'The address the email is sent from' },
              ...addresses.data
                .filter(({ status, gets_replies }) => status === 'confirmed' || gets_replies)
                .map(({ id, email_address }) => ({ value: String(id), label: email_address })),
            ]}
            onChange={(id) => setReplyTo.start({ id: id === SENDER ? null : Number(id) })}
          />
        </Field>
      ) : null}

      <SendingAddressDialog open={adding} onClose={() => setAdding(false)} onSaved={refresh} />
      <SendingAddressDialog
        key={addressToEdit?.id}
        address={addressToEdit}
        open={Boolean(addressToEdit)}
        onClose={() => setAddressToEdit(undefined)}
        onSaved={refresh}
      />
      <ConfirmDialog
        open={Boolean(addressToRemove)}
        onClose={() => setAddressToRemove(undefined)}
        title={`Remove ${addressToRemove?.email_address}?`}
        description="Emails that use it need another address before they can be sent."
        confirmLabel="Remove address"
        tone="destructive"
        onConfirm={() => addressToRemove && remove.run({ id: addressToRemove.id }, 'Address removed')}
      />
    </SettingsPage>
  )
}
