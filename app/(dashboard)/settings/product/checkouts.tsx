import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { CopyButton } from '@/components/copy-button'
import { DividedList } from '@/components/divided-list'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { RelativeTime } from '@/components/relative-time'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { InputField } from '@/components/ui/form'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { CheckoutProvider, CheckoutView } from '@/server/modules/purchases/checkout-schema.ts'
import { checkoutsQuery } from './queries'

const NAMES: Record<CheckoutProvider, string> = {
  stripe: 'Stripe',
  paddle: 'Paddle',
  lemon_squeezy: 'Lemon Squeezy',
  gumroad: 'Gumroad',
}

/** Shops that report purchases by webhook. */
export function Checkouts() {
  const trpc = useTRPC()
  const list = useQuery(checkoutsQuery(trpc))
  const [chosen, setChosen] = useState<CheckoutProvider>()
  const open = list.data?.find(({ provider }) => provider === chosen)
  return (
    <SectionCard
      title="Checkouts"
      description="Connect the shop where you sell. Its purchases and refunds arrive here within seconds, without an app."
    >
      <Loaded query={list} loading={<RowsSkeleton />} as="h3">
        {(rows) => (
          <DividedList rows={rows} rowId={({ provider }) => provider}>
            {(row) => <CheckoutRow row={row} onConnect={() => setChosen(row.provider)} />}
          </DividedList>
        )}
      </Loaded>
      {open ? <ConnectDialog checkout={open} onClose={() => setChosen(undefined)} /> : null}
    </SectionCard>
  )
}

function CheckoutRow({ row, onConnect }: { row: CheckoutView; onConnect: () => void }) {
  const trpc = useTRPC()
  const remove = useAction(trpc.purchases.removeCheckout, { stores: trpc.purchases.checkouts.queryKey() })
  const name = NAMES[row.provider]
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid gap-0.5">
          <p className="flex items-center gap-2 font-medium text-base">
            {name} {row.is_connected ? <Badge tone="success">Connected</Badge> : null}
          </p>
          {row.is_connected ? (
            <p className="text-muted-foreground">
              {row.received_at ? (
                <>
                  Last webhook <RelativeTime at={row.received_at} />
                </>
              ) : (
                'No webhook has arrived yet'
              )}
            </p>
          ) : null}
        </div>
        <div className="flex gap-2">
          <Button
            variant="outline"
            size="sm"
            aria-label={row.is_connected ? `Set up ${name} again` : `Connect ${name}`}
            onClick={onConnect}
          >
            {row.is_connected ? 'Set up again' : 'Connect'}
          </Button>
          {row.is_connected ? (
            <ConfirmDialog
              trigger={
                <Button variant="ghost" size="sm" aria-label={`Disconnect ${name}`}>
                  Disconnect
                </Button>
              }
              title={`Disconnect ${name}?`}
              description="New purchases and refunds no longer arrive. Those that did stay."
              confirmLabel="Disconnect"
              tone="destructive"
              onConfirm={() => remove.run({ provider: row.provider }, `${name} disconnected`)}
            />
          ) : null}
        </div>
      </div>
      {row.problem ? (
        <Alert tone="warning" title="The last webhook could not be recorded">
          {row.problem}. {name} sends it again.
        </Alert>
      ) : null}
    </div>
  )
}

interface Guide {
  /** Steps in the shop. `address` is where the address belongs. */
  steps: (address: ReactNode) => ReactNode[]
  secret?: { label: string; placeholder?: string; description?: string }
}

const GUIDES: Record<CheckoutProvider, Guide> = {
  stripe: {
    steps: (address) => [
      'In Stripe, open Developers, Webhooks, and add a destination.',
      <>
        Choose the events <Code>checkout.session.completed</Code>, <Code>checkout.session.async_payment_succeeded</Code>
        , <Code>charge.refunded</Code>, <Code>charge.dispute.created</Code>, <Code>charge.dispute.closed</Code> and, for
        subscriptions, <Code>invoice_payment.paid</Code>.
      </>,
      <>Paste this address: {address}</>,
      'Reveal the signing secret in Stripe and paste it here.',
    ],
    secret: { label: 'Signing secret', placeholder: 'whsec_…' },
  },
  paddle: {
    steps: (address) => [
      'In Paddle, open Developer tools, Notifications, and add a destination.',
      <>
        Choose the events <Code>transaction.completed</Code>, <Code>adjustment.created</Code> and{' '}
        <Code>adjustment.updated</Code>.
      </>,
      <>Paste this address: {address}</>,
      'Under Authentication, create an API key that may read customers. Paddle’s webhooks do not contain email addresses.',
    ],
    secret: { label: 'Secret key of the destination', placeholder: 'pdl_ntfset_…' },
  },
  lemon_squeezy: {
    steps: (address) => [
      'In Lemon Squeezy, open Settings, Webhooks, and add one.',
      <>Paste this address: {address}</>,
      'Make up a signing secret of at least 6 characters. Enter it there and here.',
      <>
        Choose the events <Code>order_created</Code> and <Code>order_refunded</Code>.
      </>,
    ],
    secret: { label: 'Signing secret' },
  },
  gumroad: {
    steps: (address) => [
      'In Gumroad, open Settings, Advanced.',
      <>Paste this address as the Ping endpoint: {address}</>,
      'Keep the address to yourself: Gumroad does not sign, so anyone who knows it can report purchases.',
      'Pings do not tell about refunds. The documentation shows how to get them, or mark a purchase as refunded here.',
    ],
  },
}

const Code = ({ children }: { children: ReactNode }) => (
  <code className="rounded bg-secondary px-1 py-0.5 text-xs [overflow-wrap:anywhere]">{children}</code>
)

function Address({ value }: { value: string }) {
  return (
    <span className="mt-1.5 flex items-center gap-2 rounded-lg border border-border bg-secondary px-3 py-1.5">
      <code className="min-w-0 flex-1 text-xs [overflow-wrap:anywhere]">{value}</code>
      <CopyButton value={value} label="address" />
    </span>
  )
}

/** Explains what to do in the shop, and stores the secrets that it shows. */
function ConnectDialog({ checkout, onClose }: { checkout: CheckoutView; onClose: () => void }) {
  const trpc = useTRPC()
  const { provider, address, is_connected } = checkout
  const save = useAction(trpc.purchases.saveCheckout, { stores: trpc.purchases.checkouts.queryKey() })
  const { steps, secret } = GUIDES[provider]
  const form = useStoredForm({
    resolver: bySchema(
      async () => (await import('@/server/modules/purchases/checkout-schema.ts')).CheckoutInput as never,
    ),
    values: { provider, secret: '', api_key: '' },
  })
  // Gumroad has nothing to enter. Its address is made when it is connected.
  const isDone = provider === 'gumroad' && is_connected
  return (
    <FormDialog
      title={`Connect ${NAMES[provider]}`}
      form={form}
      open
      onClose={onClose}
      submitLabel={isDone ? 'New address' : provider === 'gumroad' ? 'Create address' : 'Connect'}
      onSubmit={async (values) => {
        await save.run(values as never, t`${NAMES[provider]} connected`)
        if (provider !== 'gumroad') onClose()
      }}
    >
      <ol className="grid list-decimal gap-3 ps-5 text-sm marker:text-muted-foreground">
        {steps(address ? <Address value={address} /> : <em>created below</em>).map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change
          <li key={at} className="text-pretty ps-1">
            {step}
          </li>
        ))}
      </ol>
      {secret ? (
        <InputField
          {...secret}
          control={form.control}
          name="secret"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
        />
      ) : null}
      {provider === 'paddle' ? (
        <InputField
          control={form.control}
          name="api_key"
          label="API key"
          placeholder="pdl_live_apikey_…"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
        />
      ) : null}
    </FormDialog>
  )
}
