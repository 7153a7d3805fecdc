'use client'

import { Keyboard, type LucideIcon, SunMoon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTheme } from 'next-themes'
import { Dialog as DialogPrimitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { Keys, useShortcutHelp } from '@/components/keyboard-shortcuts'
import { administration, mailAdministration } from '@/components/shell/administration'
import { IfAvailable, useIsAdministrator } from '@/components/shell/if-available'
import { type Destination, destinations, quickActions } from '@/components/shell/navigation'
import { type FoundSubscriber, useSubscriberSearch } from '@/components/shell/subscriber-search'
import { SubscriberStateBadge } from '@/components/status-badge'
import { Avatar } from '@/components/ui/avatar'
import { cn } from '@/components/ui/cn'
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from '@/components/ui/command'
import { dialogStyle, overlayStyle } from '@/components/ui/dialog'
import { FocusOrigin, useFocusReturn } from '@/components/ui/focus-return'
import { Kbd } from '@/components/ui/kbd'

interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  searchSubscribers?: (text: string) => Promise<FoundSubscriber[]>
}

/** Searches pages, actions and subscribers. */
export function CommandPalette({ open, onOpenChange, searchSubscribers }: CommandPaletteProps) {
  const { origin, onCloseAutoFocus } = useFocusReturn()
  return (
    <DialogPrimitive.Root open={open} onOpenChange={onOpenChange}>
      <DialogPrimitive.Portal>
        <DialogPrimitive.Overlay className={overlayStyle} />
        <DialogPrimitive.Content
          aria-describedby={undefined}
          onCloseAutoFocus={onCloseAutoFocus}
          className={cn(
            dialogStyle,
            'gap-0 overflow-hidden p-0 max-sm:top-3 max-sm:bottom-auto max-sm:mx-3 max-sm:w-auto max-sm:rounded-2xl max-sm:pb-0 sm:top-[14vh] sm:max-w-xl sm:translate-y-0',
          )}
        >
          <FocusOrigin origin={origin} />
          <DialogPrimitive.Title className="sr-only">Search and commands</DialogPrimitive.Title>
          <PaletteBody open={open} close={() => onOpenChange(false)} searchSubscribers={searchSubscribers} />
        </DialogPrimitive.Content>
      </DialogPrimitive.Portal>
    </DialogPrimitive.Root>
  )
}

function PaletteBody({
  open,
  close,
  searchSubscribers,
}: Pick<CommandPaletteProps, 'open' | 'searchSubscribers'> & { close: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState('')
  const router = useRouter()
  const { resolvedTheme, setTheme } = useTheme()
  const showHelp = useShortcutHelp()
  const is_admin = useIsAdministrator()
  const subscribers = useSubscriberSearch(text, searchSubscribers)

  // Reset when reopened during the closing animation.
  useEffect(() => {
    if (!open) return
    setText('')
    setChosen('')
  }, [open])

  // Subscribers load after filtering, so select the first one for Enter.
  const first = subscribers.found[0]?.id
  useEffect(() => {
    if (!chosen && first !== undefined) setChosen(subscriberValue(first))
  }, [chosen, first])

  const run = (action: () => void) => () => {
    close()
    action()
  }
  const goTo = (destination: Destination) => (
    <IfAvailable key={destination.href} destination={destination}>
      <PaletteItem {...destination} onSelect={run(() => router.push(destination.href))} />
    </IfAvailable>
  )

  // Ctrl+K closes the palette. cmdk would move the selection up.
  return (
    <Command
      label="Search and commands"
      loop
      vimBindings={false}
      filter={matchesWords}
      value={chosen}
      onValueChange={setChosen}
    >
      <CommandInput
        value={text}
        onValueChange={setText}
        pending={subscribers.pending}
        placeholder={searchSubscribers ? 'Search subscribers, pages and actions' : 'Search pages and actions'}
      />
      <CommandList label="Results">
        <CommandGroup heading="Actions">{quickActions.map(goTo)}</CommandGroup>
        <CommandGroup heading="Go to">{destinations.map(goTo)}</CommandGroup>
        {is_admin ? (
          <CommandGroup heading="Administration">{[...administration, ...mailAdministration].map(goTo)}</CommandGroup>
        ) : null}
        <CommandGroup heading="Envoi">
          <PaletteItem
            label={resolvedTheme === 'dark' ? 'Use the light theme' : 'Use the dark theme'}
            icon={SunMoon}
            keywords={['appearance', 'dark', 'light', 'mode']}
            onSelect={run(() => setTheme(resolvedTheme === 'dark' ? 'light' : 'dark'))}
          />
          {showHelp ? (
            <PaletteItem
              label="Keyboard shortcuts"
              icon={Keyboard}
              keys="?"
              keywords={['help']}
              onSelect={run(showHelp)}
            />
          ) : null}
        </CommandGroup>
        {subscribers.found.length > 0 ? (
          <CommandGroup heading="Subscribers" forceMount>
            {subscribers.found.map(({ id, email_address, first_name, state }) => (
              <CommandItem
                key={id}
                value={subscriberValue(id)}
                forceMount
                onSelect={run(() => router.push(`/subscribers/${id}`))}
              >
                <Avatar name={first_name || email_address} className="size-7" />
                <span className="grid min-w-0 flex-1 leading-tight">
                  <span className="truncate font-medium">{first_name || email_address}</span>
                  {first_name ? <span className="truncate text-muted-foreground text-xs">{email_address}</span> : null}
                </span>
                {state === 'active' ? null : <SubscriberStateBadge state={state} />}
              </CommandItem>
            ))}
          </CommandGroup>
        ) : null}
      </CommandList>
      <CommandEmpty>{subscribers.pending ? 'Searching…' : `Nothing found for “${text}”.`}</CommandEmpty>
      <div className="flex gap-5 border-border border-t px-4 py-2.5 text-muted-foreground text-xs max-md:hidden">
        <Hint keys={<Kbd>↑↓</Kbd>}>to move</Hint>
        <Hint keys={<Kbd>↵</Kbd>}>to open</Hint>
        <Hint keys={<Kbd>Esc</Kbd>}>to close</Hint>
      </div>
    </Command>
  )
}

const subscriberValue = (id: number) => `subscriber ${id}`

/** Matches when every typed word starts a word of the command. No fuzzy matching, to keep subscribers on top. */
function matchesWords(label: string, text: string, keywords: string[] = []) {
  const words = [label, ...keywords].join(' ').toLowerCase().split(/\s+/)
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean)
  return typed.every((part) => words.some((word) => word.startsWith(part))) ? 1 : 0
}

interface PaletteItemProps {
  label: string
  icon: LucideIcon
  keys?: string
  keywords?: string[]
  onSelect: () => void
}

function PaletteItem({ label, icon: Icon, keys, keywords, onSelect }: PaletteItemProps) {
  return (
    <CommandItem value={label} keywords={keywords} onSelect={onSelect}>
      <Icon aria-hidden />
      <span className="flex-1">{label}</span>
      {keys ? (
        <span className="max-md:hidden">
          <Keys keys={keys} />
        </span>
      ) : null}
    </CommandItem>
  )
}

function Hint({ keys, children }: { keys: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      {keys} {children}
    </span>
  )
}
