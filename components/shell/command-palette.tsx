import * as DialogPrimitive from '@radix-ui/react-dialog'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useEffect, useLayoutEffect, useRef, useState, useTransition } from 'react'
import { Keyboard, type LucideIcon, SunMoon } from '@/components/generated/icons'
import { useShortcutHelp } from '@/components/keyboard-shortcuts'
import { Keys } from '@/components/keys'
import { administration, mailAdministration } from '@/components/shell/administration'
import { IfAvailable, useIsAdministrator } from '@/components/shell/if-available'
import { type Destination, destinations } from '@/components/shell/navigation'
import { FoundRecords, pageOf, recordValue } from '@/components/shell/palette-records'
import { type Found, usePaletteSearch } from '@/components/shell/palette-search'
import { quickActions } from '@/components/shell/quick-actions'
import { searchWords } from '@/components/shell/search-words'
import { settingsPages } from '@/components/shell/settings-pages'
import { SubscriberStateBadge } from '@/components/status-badge'
import { useIsDark, useTheme } from '@/components/theme'
import { nameOf } from '@/components/typing/follow'
import { isTyping, textFocus } from '@/components/typing/typing'
import { focusText } from '@/components/typing/use-opening'
import { Avatar } from '@/components/ui/avatar'
import { cn } from '@/components/ui/cn'
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from '@/components/ui/command-parts'
import { dialogStyle, overlayStyle } from '@/components/ui/dialog-style'
import { FocusOrigin, useFocusReturn } from '@/components/ui/focus-return'
import { Kbd } from '@/components/ui/kbd'
import { t } from '@/server/lib/locale/texts.ts'
import type { FoundRecord } from '@/server/modules/search/schema.ts'

interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  search?: (text: string) => Promise<Found>
}

/** Searches actions, pages, subscribers and all named records of the account. */
export function CommandPalette({ open, onOpenChange, search }: CommandPaletteProps) {
  const { origin, onCloseAutoFocus } = useFocusReturn()
  const router = useRouter()
  const leaves = useRef(false)
  const [is_leaving, startLeaving] = useTransition()
  const left_text = useRef<string>(undefined)
  const opens_record = useRef(false)
  // A user who is typing must not trigger shortcuts of either page until the other page is there. If no text had the focus, shortcuts work
  // immediately.
  useLayoutEffect(() => {
    const name = left_text.current
    if (!is_leaving || name === undefined) return
    const release = textFocus.hold()
    return () => {
      if (opens_record.current) void focusText(() => document.querySelector('main'), arrivalIn(name)).finally(release)
      else release()
    }
  }, [is_leaving])
  const leaveTo = (href: string, is_record = false) => {
    leaves.current = true
    left_text.current = isTyping(origin.current) ? nameOf(origin.current) : undefined
    opens_record.current = is_record
    onOpenChange(false)
    startLeaving(() => router.push(href))
  }
  return (
    <DialogPrimitive.Root open={open} onOpenChange={onOpenChange}>
      <DialogPrimitive.Portal>
        <DialogPrimitive.Overlay className={overlayStyle} />
        <DialogPrimitive.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            // After leaving, do not return the focus to the previous page's text.
            if (leaves.current) event.preventDefault()
            else onCloseAutoFocus(event)
            leaves.current = false
          }}
          className={cn(
            dialogStyle,
            'gap-0 overflow-hidden p-0 max-sm:top-3 max-sm:bottom-auto max-sm:mx-3 max-sm:w-auto max-sm:rounded-2xl max-sm:pb-0 sm:top-[14vh] sm:max-w-xl sm:translate-y-0',
          )}
        >
          <FocusOrigin origin={origin} />
          <DialogPrimitive.Title className="sr-only">Search and commands</DialogPrimitive.Title>
          <PaletteBody open={open} close={() => onOpenChange(false)} leaveTo={leaveTo} search={search} />
        </DialogPrimitive.Content>
      </DialogPrimitive.Portal>
    </DialogPrimitive.Root>
  )
}

/** Returns the arrived page's text, until the user does something else. It may still be loading. */
const arrivalIn = (name: string) => ({
  name,
  isWanted: () =>
    document.activeElement === document.body || document.activeElement?.closest('[data-state=closed]') != null,
  isComing: (page: ParentNode) => page.querySelector('.skeleton-shimmer, [aria-busy=true]') !== null,
})

interface PaletteBodyProps extends Pick<CommandPaletteProps, 'open' | 'search'> {
  close: () => void
  /** `is_record`: a user who was typing continues in the record's text. */
  leaveTo: (href: string, is_record?: boolean) => void
}

function PaletteBody({ open, close, leaveTo, search }: PaletteBodyProps) {
  const [text, setText] = useState('')
  const [activeItem, setActiveItem] = useState('')
  const { setTheme } = useTheme()
  const is_dark = useIsDark()
  const showHelp = useShortcutHelp()
  const is_admin = useIsAdministrator()
  const results = usePaletteSearch(text, search)

  // Reset if reopened during the closing animation.
  useEffect(() => {
    if (!open) return
    setText('')
    setActiveItem('')
  }, [open])

  // Results arrive after filtering, so select the first one for Enter.
  const [record] = results.records
  const [subscriber] = results.subscribers
  const first = record ? recordValue(record) : subscriber && subscriberValue(subscriber.id)
  useEffect(() => {
    if (!activeItem && first) setActiveItem(first)
  }, [activeItem, first])

  const run = (action: () => void) => () => {
    close()
    action()
  }
  const openRecord = (record: FoundRecord) => leaveTo(pageOf(record), true)
  const goTo = (destination: Destination) => (
    <IfAvailable key={destination.href} destination={destination}>
      <PaletteItem {...destination} keywords={searchWords(destination)} onSelect={() => leaveTo(destination.href)} />
    </IfAvailable>
  )

  // Ctrl+K closes the palette, where cmdk would move the selection up.
  return (
    <Command
      label="Search and commands"
      loop
      vimBindings={false}
      filter={matchesWords}
      value={activeItem}
      onValueChange={setActiveItem}
    >
      <CommandInput
        value={text}
        onValueChange={setText}
        pending={results.pending}
        placeholder={search ? 'Search everything' : 'Search pages and actions'}
      />
      <CommandList label="Results">
        {text.trim() ? null : <FoundRecords heading={t`Recent`} records={results.records} onOpen={openRecord} />}
        <CommandGroup heading="Actions">{quickActions.map(goTo)}</CommandGroup>
        <CommandGroup heading="Go to">{destinations.map(goTo)}</CommandGroup>
        {text.trim() ? <CommandGroup heading="Settings">{settingsPages.map(goTo)}</CommandGroup> : null}
        {is_admin ? (
          <CommandGroup heading="Administration">{[...administration, ...mailAdministration].map(goTo)}</CommandGroup>
        ) : null}
        <CommandGroup heading="Envoi">
          <PaletteItem
            label={is_dark ? 'Use the light theme' : 'Use the dark theme'}
            icon={SunMoon}
            keywords={['appearance', 'dark', 'light', 'mode']}
            onSelect={run(() => setTheme(is_dark ? 'light' : 'dark'))}
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
        {text.trim() ? (
          <FoundRecords heading={t`In this account`} records={results.records} onOpen={openRecord} />
        ) : null}
        {results.subscribers.length > 0 ? (
          <CommandGroup heading="Subscribers" forceMount>
            {results.subscribers.map(({ id, email_address, first_name, state }) => (
              <CommandItem
                key={id}
                value={subscriberValue(id)}
                forceMount
                onSelect={() => leaveTo(`/subscribers/${id}`)}
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
      {/* cmdk only counts items that it filters itself. */}
      {first ? null : <CommandEmpty>{emptyText(text, results)}</CommandEmpty>}
      <div className="flex gap-5 border-border border-t px-4 py-2.5 text-muted-foreground text-xs max-md:hidden">
        <Hint keys={<Kbd>↑↓</Kbd>}>to move</Hint>
        <Hint keys={<Kbd>↵</Kbd>}>to open</Hint>
        <Hint keys={<Kbd>Esc</Kbd>}>to close</Hint>
      </div>
    </Command>
  )
}

const subscriberValue = (id: number) => t`subscriber ${String(id)}`

function emptyText(text: string, { pending, failed }: { pending: boolean; failed: boolean }) {
  if (pending) return t`Searching…`
  return failed ? 'The search failed. Check your connection and type again.' : `Nothing found for “${text}”.`
}

/** Matches if every typed word starts a word of the command. Without fuzzy matching, to keep subscribers on top. */
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
