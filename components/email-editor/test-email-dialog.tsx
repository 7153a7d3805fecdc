import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorText } from '@/components/error-text'
import { MailCheck } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/sonner'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import { parseEmailAddress } from '@/server/lib/text/email-address.ts'
import type { TestResult } from '@/server/modules/delivery/schema.ts'
import type { EmailRef } from './email-ref'

const MOST = 5

interface TestEmailDialogProps {
  email: EmailRef
  /** The subscriber whose data is used, as in the preview. */
  subscriber: { id: number | null; email_address: string; first_name: string | null } | undefined
  disabled: boolean
}

/** Sends a test of the email to up to five addresses. */
export function TestEmailDialog({ email, subscriber, disabled }: TestEmailDialogProps) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [failures, setFailures] = useState<TestResult['failed']>([])
  const me = useQuery(trpc.users.me.queryOptions(undefined, { enabled: open }))
  const of_broadcast = useAction(trpc.broadcasts.sendTest)
  const of_sequence_email = useAction(trpc.sequences.sendTest)
  const of_automation_email = useAction(trpc.automations.emails.sendTest)
  const [problem, setProblem] = useState<string>()
  const ownAddress = me.data?.email_address
  useEffect(() => {
    if (open && ownAddress) setText((given) => given || ownAddress)
  }, [open, ownAddress])

  function sendTo(input: { subscriber_id: number | undefined; email_addresses: string[] }) {
    const { id } = email
    if (email.kind === 'broadcast') return of_broadcast.run({ id, version: email.version, ...input })
    if (email.kind === 'automation_email') return of_automation_email.run({ id, ...input })
    return of_sequence_email.run({ sequence_id: email.sequence_id, id, ...input })
  }

  async function send() {
    const given = addressesIn(text)
    const wrong = problemOf(given)
    setFailures([])
    setProblem(wrong)
    if (wrong) return
    const input = { subscriber_id: subscriber?.id ?? undefined, email_addresses: given }
    try {
      const result = await sendTo(input)
      if (result.failed.length > 0) return setFailures(result.failed)
      toast.success(result.sent.length === 1 ? 'Test email sent' : `Test email sent to ${result.sent.length} addresses`)
      setOpen(false)
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)} variant="outline" disabled={disabled}>
        <MailCheck aria-hidden /> Send test email
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Send test email"
        description={`Written for ${subscriber?.first_name ?? subscriber?.email_address ?? 'a subscriber'}, with [Test] before the subject. Its links change nothing for them.`}
      >
        <form
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <Field label="Send to" description={`Up to ${MOST} addresses, separated by commas or lines.`} error={problem}>
            <Textarea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          {failures.map(({ email_address, problem: why }) => (
            <Alert key={email_address} role="alert" tone="danger" title={why} className="[overflow-wrap:anywhere]" />
          ))}
          <DialogActions
            onClose={() => setOpen(false)}
            pending={[of_broadcast, of_sequence_email, of_automation_email].some(({ isPending }) => isPending)}
            disabled={!ownAddress}
            confirmLabel="Send test"
          />
        </form>
      </Dialog>
    </>
  )
}

const addressesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

function problemOf(given: readonly string[]): string | undefined {
  if (given.length === 0) return 'Enter an email address'
  if (given.length > MOST) return `Enter at most ${MOST} addresses`
  const wrong = given.find((address) => parseEmailAddress(address) === undefined)
  return wrong && `“${wrong}” is not an email address`
}
