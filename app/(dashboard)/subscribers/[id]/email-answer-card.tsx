import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EmailRef } from '@/components/email-editor/email-ref'
import { ChevronsUpDown } from '@/components/generated/icons'
import { plainLiquid } from '@/components/liquid-parts'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from '@/components/ui/command'
import { onDemand } from '@/components/ui/on-demand'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'

const WhyDialog = onDemand(async () => (await import('@/components/delivery/why-dialog')).WhyDialog)

/** Explains why this subscriber did or did not get an email. */
export function EmailAnswerCard({ email_address }: { email_address: string }) {
  const [email, setEmail] = useState<EmailRef>()
  return (
    <SectionCard title="Did they get an email?" description="Choose an email to see why they did or did not get it.">
      <EmailPicker onChoose={setEmail} />
      {email ? <WhyDialog email={email} open onClose={() => setEmail(undefined)} address={email_address} /> : null}
    </SectionCard>
  )
}

function EmailPicker({ onChoose }: { onChoose: (email: EmailRef) => void }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const search = text.trim() || undefined
  const broadcasts = useQuery(trpc.broadcasts.list.queryOptions({ search, per_page: 8 }, { enabled: open }))
  const emails = useQuery(trpc.sequences.findEmails.queryOptions({ search }, { enabled: open }))
  const automations = useQuery(trpc.automations.emails.find.queryOptions({ search }, { enabled: open }))
  const choose = (email: EmailRef) => {
    setOpen(false)
    onChoose(email)
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="outline" className="w-full justify-between">
          Choose an email <ChevronsUpDown aria-hidden className="text-muted-foreground" />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Choose an email" align="start" className="w-80 p-0">
        <Command shouldFilter={false} label="Choose an email">
          <CommandInput placeholder="Subject" value={text} onValueChange={setText} />
          <CommandList>
            <CommandEmpty>{broadcasts.isLoading ? 'Searching…' : 'No emails found'}</CommandEmpty>
            {broadcasts.data?.rows.length ? (
              <CommandGroup heading="Broadcasts">
                {broadcasts.data.rows.map(({ id, subject }) => (
                  <CommandItem key={id} value={`broadcast ${id}`} onSelect={() => choose({ kind: 'broadcast', id })}>
                    <span className="truncate">{plainLiquid(subject || 'No subject')}</span>
                  </CommandItem>
                ))}
              </CommandGroup>
            ) : null}
            {automations.data?.length ? (
              <CommandGroup heading="Automation emails">
                {automations.data.map(({ id, subject, automation_name }) => (
                  <CommandItem
                    key={id}
                    value={`automation email ${id}`}
                    onSelect={() => choose({ kind: 'automation_email', id })}
                  >
                    <span className="grid min-w-0">
                      <span className="truncate">{plainLiquid(subject || 'Untitled email')}</span>
                      <span className="truncate text-muted-foreground text-xs">{automation_name}</span>
                    </span>
                  </CommandItem>
                ))}
              </CommandGroup>
            ) : null}
            {emails.data?.length ? (
              <CommandGroup heading="Sequence emails">
                {emails.data.map(({ id, sequence_id, subject, sequence_name }) => (
                  <CommandItem
                    key={id}
                    value={`email ${id}`}
                    onSelect={() => choose({ kind: 'sequence_email', sequence_id, id })}
                  >
                    <span className="grid min-w-0">
                      <span className="truncate">{plainLiquid(subject || 'Untitled email')}</span>
                      <span className="truncate text-muted-foreground text-xs">{sequence_name}</span>
                    </span>
                  </CommandItem>
                ))}
              </CommandGroup>
            ) : null}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  )
}
