'use client'

import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { bySchema } from '@/components/form-schema'
import { Page, PageHeader } from '@/components/page-header'
import { RestrictedPage } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { Form, InputField, SwitchField } from '@/components/ui/form'
import { LinkButton } from '@/components/ui/link-button'
import { toast } from '@/components/ui/sonner'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'

export function NewSubscriber() {
  const trpc = useTRPC()
  const router = useRouter()
  const add = useAction(trpc.subscribers.add, { invalidates: trpc.subscribers })
  const form = useForm({
    resolver: bySchema(async () => (await import('../subscriber-form')).NewSubscriberForm),
    defaultValues: { email_address: '', first_name: '', consent_text: '', has_consent: false as unknown as true },
  })
  return (
    <Page width="narrow">
      <PageHeader
        back={{ href: '/subscribers', label: 'Subscribers' }}
        title="Add subscriber"
        description="For someone who asked to receive your emails. If the address exists, it is updated."
      />
      <RestrictedPage atLeast="editor">
        <Card>
          <CardContent>
            <Form
              form={form}
              onSubmit={async ({ email_address, first_name, consent_text }) => {
                const subscriber = await add.run({
                  email_address,
                  first_name: first_name || undefined,
                  consent_text: consent_text || undefined,
                })
                toast.success(`${subscriber.email_address} added`)
                router.push(`/subscribers/${subscriber.id}`)
              }}
            >
              <InputField
                control={form.control}
                name="email_address"
                label="Email address"
                type="email"
                autoFocus
                autoComplete="off"
                placeholder="lin@example.net"
              />
              <InputField
                control={form.control}
                name="first_name"
                label="First name"
                optional
                autoComplete="off"
                placeholder="Lin"
              />
              <InputField
                as={Textarea}
                control={form.control}
                name="consent_text"
                label="How did they agree?"
                optional
                description="Stored with the subscriber as proof of consent."
                rows={3}
                placeholder="Signed the list at the open studio on November 14"
              />
              <SwitchField
                as={Checkbox}
                control={form.control}
                name="has_consent"
                label="The subscriber agreed to receive my emails"
              />
              <div className="flex gap-2">
                <Button type="submit" pending={form.formState.isSubmitting}>
                  Add subscriber
                </Button>
                <LinkButton variant="outline" href="/subscribers">
                  Cancel
                </LinkButton>
              </div>
            </Form>
          </CardContent>
        </Card>
      </RestrictedPage>
    </Page>
  )
}
