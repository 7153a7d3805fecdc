'use client'

import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { EmptyState } from '@/components/empty-state'
import { bySchema } from '@/components/form-schema'
import { formatNumber } from '@/components/format'
import { Loaded } from '@/components/loaded'
import { Page, PageHeader } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card, CardContent, SectionCard } from '@/components/ui/card'
import { Form, InputField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/use-action'
import type { TestSendResult } from '@/server/modules/admin/mail-schema.ts'

/** Sends a message over a chosen transport and shows each reply of its server. */
export function TestMessage() {
  const trpc = useTRPC()
  const list = useQuery(trpc.transports.list.queryOptions())
  return (
    <Page>
      <PageHeader
        title="Test message"
        description="Send a message over one transport and see each reply of its server. Tests are recorded in the audit log, at most 20 an hour."
      />
      <Loaded query={list} keepsData loading={<Skeleton className="h-60 w-full rounded-2xl" />}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState
              illustration="inbox"
              title="No transport is set"
              description="Emails are caught. Set SMTP_URL or TRANSPORTS to send them, then test each transport here."
            />
          ) : (
            <TestForm transports={data.map(({ name }) => name)} />
          )
        }
      </Loaded>
    </Page>
  )
}

function TestForm({ transports }: { transports: string[] }) {
  const trpc = useTRPC()
  const form = useForm({
    resolver: bySchema(async () => (await import('@/server/modules/admin/mail-schema.ts')).TestSend),
    defaultValues: { transport: transports[0] ?? '', to: '' },
  })
  const send = useAction(trpc.admin.mail.sendTest)
  return (
    <>
      <Card className="max-w-2xl">
        <CardContent>
          <Form
            form={form}
            onSubmit={async (values) => {
              await send.run(values)
            }}
          >
            <InputField
              as={SelectInput}
              control={form.control}
              name="transport"
              label="Transport"
              options={transports.map((name) => ({ value: name, label: name }))}
            />
            <InputField
              control={form.control}
              name="to"
              label="Recipient"
              description="An inbox that you can check. The message says that it is a test."
              type="email"
              autoComplete="email"
              placeholder="name@example.com"
            />
            <Button type="submit" className="w-fit" pending={send.isPending}>
              Send test message
            </Button>
          </Form>
        </CardContent>
      </Card>
      <div aria-live="polite">{send.data && !send.isPending ? <Outcome result={send.data} /> : null}</div>
    </>
  )
}

const OUTCOMES = {
  accepted: { tone: 'success', title: 'The server accepted the message' },
  deferred: { tone: 'warning', title: 'The message was not accepted for now' },
  rejected: { tone: 'danger', title: 'The server rejected the message' },
  unconfirmed: { tone: 'warning', title: 'The connection ended before the last reply' },
} as const

function Outcome({
  result: { result, response, steps, server, is_encrypted, message_id, ms },
}: {
  result: TestSendResult
}) {
  const { tone, title } = OUTCOMES[result]
  return (
    <SectionCard
      cardClassName="max-w-4xl"
      title="Result"
      description={`${server}, ${formatNumber(ms)} ms`}
      className="grid gap-5"
    >
      <Alert tone={tone} title={title}>
        <p className="font-mono text-xs [overflow-wrap:anywhere]">{response}</p>
      </Alert>
      {steps.length > 0 ? (
        <table className="w-full text-start text-sm">
          <caption className="sr-only">Server replies</caption>
          <thead className="text-muted-foreground text-xs max-md:sr-only">
            <tr className="border-border border-b">
              <th className="py-2 pe-4 font-medium">Command</th>
              <th className="py-2 pe-4 font-medium">Code</th>
              <th className="py-2 pe-4 font-medium">Reply</th>
              <th className="py-2 text-end font-medium">After</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step, index) => (
              <tr
                // A conversation's steps never change their order.
                // biome-ignore lint/suspicious/noArrayIndexKey: commands repeat
                key={index}
                className="border-border border-b align-top max-md:grid max-md:grid-cols-[1fr_auto_auto] max-md:gap-x-3 max-md:py-2"
              >
                <td className="py-2 pe-4 whitespace-nowrap font-medium max-md:py-0.5">{step.command}</td>
                <td
                  className={`figures py-2 pe-4 max-md:py-0.5 ${(step.code ?? 0) >= 400 ? 'font-semibold text-destructive-ink' : ''}`}
                >
                  {step.code ?? '–'}
                </td>
                <td className="w-full py-2 pe-4 font-mono text-xs leading-5 [overflow-wrap:anywhere] max-md:order-last max-md:col-span-3 max-md:py-0.5 whitespace-pre-line">
                  {step.text}
                </td>
                <td className="figures whitespace-nowrap py-2 text-end text-muted-foreground max-md:py-0.5">
                  {formatNumber(step.ms)} ms
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
        {is_encrypted === null ? null : is_encrypted ? 'Sent with TLS. ' : 'Sent without TLS. '}
        Message-ID: <span className="font-mono text-xs">{message_id}</span>
      </p>
    </SectionCard>
  )
}
