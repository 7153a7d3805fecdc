import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { ChevronsUpDown } from '@/components/generated/icons'
import { DateTime } from '@/components/relative-time'
import type { SubscriberState } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '@/components/ui/command'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { t } from '@/server/lib/locale/texts.ts'
import type { EnrolledCandidate } from '@/server/modules/sequences/composer-schema.ts'

interface SubscriberPickerProps {
  current?: { id: number | null; email_address: string; first_name: string | null } | undefined
  /** Button label. Default: the chosen subscriber. */
  label?: string
  /** True to also find subscribers who get no emails, with the reason why they can’t be chosen. */
  explains?: boolean
  /** Subscribers of this sequence can’t be chosen, unless they could start it again. */
  sequence_id?: number
  onChoose: (id: number, name: string) => void
}

const CANNOT: Record<Exclude<SubscriberState, 'active'>, string> = {
  inactive: 'Has not confirmed the address yet',
  cancelled: 'Unsubscribed, so they get no emails',
  bounced: 'Emails to this address bounced',
  complained: 'Reported an email as spam',
}

/** Searches for and chooses a subscriber. */
export function SubscriberPicker({ current, label, explains = false, sequence_id, onChoose }: SubscriberPickerProps) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const subscribers = useQuery(
    trpc.subscribers.list.queryOptions(
      { search: search.trim() || undefined, status: explains ? 'all' : 'active', per_page: 8 },
      { enabled: open },
    ),
  )
  const subscriber_ids = subscribers.data?.rows.map(({ id }) => id) ?? []
  const enrollments = useQuery(
    trpc.sequences.enrolled.queryOptions(
      { sequence_id: sequence_id ?? 0, subscriber_ids },
      { enabled: sequence_id !== undefined && subscriber_ids.length > 0 },
    ),
  )
  const reasons = new Map(
    enrollments.data?.map((candidate) => [candidate.id, <InSequence key={candidate.id} {...candidate} />]),
  )
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="outline" className="min-w-0 max-w-full">
          {label ?? (
            <>
              <span className="text-muted-foreground">As</span>
              <span className="truncate">{current ? (current.first_name ?? current.email_address) : '…'}</span>
            </>
          )}
          <ChevronsUpDown aria-hidden className="text-muted-foreground" />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Choose subscriber" align="start" className="w-80 p-0">
        <Command shouldFilter={false} label="Choose subscriber">
          <CommandInput placeholder="Name or address" value={search} onValueChange={setSearch} />
          <CommandList>
            <CommandEmpty>{emptyText(subscribers)}</CommandEmpty>
            {subscribers.data?.rows.map(({ id, state, first_name, email_address }) => {
              const reason = state === 'active' ? reasons.get(id) : CANNOT[state]
              return (
                <CommandItem
                  key={id}
                  value={String(id)}
                  disabled={reason !== undefined}
                  // Not faded, so the reason is readable.
                  className="data-[disabled=true]:opacity-100"
                  onSelect={() => {
                    onChoose(id, first_name ?? email_address)
                    setOpen(false)
                  }}
                >
                  <span className="grid min-w-0">
                    <span className={cn('truncate', reason && 'text-muted-foreground')}>
                      {first_name ?? email_address}
                    </span>
                    {first_name ? (
                      <span className="truncate text-muted-foreground text-xs">{email_address}</span>
                    ) : null}
                    {reason ? <span className="text-warning-ink text-xs">{reason}</span> : null}
                  </span>
                </CommandItem>
              )
            })}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  )
}

function InSequence({ progress, added_at }: EnrolledCandidate) {
  if (progress === 'completed') return <>Has completed this sequence</>
  return (
    <>
      In this sequence since <DateTime at={added_at} />
    </>
  )
}

function emptyText({ isLoading, error }: { isLoading: boolean; error: unknown }) {
  if (isLoading) return t`Searching…`
  return error ? errorText(error) : 'No subscribers found'
}
