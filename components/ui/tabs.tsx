import { type ComponentProps, createContext, type KeyboardEvent, use, useEffect, useId, useRef, useState } from 'react'
import { stepAlongLine } from '@/components/arrow-keys'
import { cn } from '@/components/ui/cn'

interface Chosen {
  /** Prefix of the IDs of tabs and panels. */
  id: string
  value: string
  choose: (value: string) => void
}

const TabsContext = createContext<Chosen>({ id: '', value: '', choose: () => {} })

/** Returns the IDs that link a tab and its panel, and whether the tab is selected. */
function useTab(value: string) {
  const { id, value: chosen, choose } = use(TabsContext)
  const is_chosen = value === chosen
  return {
    tab_id: `${id}-tab-${value}`,
    panel_id: `${id}-panel-${value}`,
    is_chosen,
    state: is_chosen ? 'active' : 'inactive',
    choose: () => is_chosen || choose(value),
  }
}

interface TabsProps extends Omit<ComponentProps<'div'>, 'defaultValue'> {
  /** Requires `onValueChange`. If undefined, the tabs keep their own selection, which starts with `defaultValue`. */
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
}

/** Tabs, one of whose panels is shown. In the list, arrow keys, Home and End move the focus and select (WAI-ARIA, automatic activation). */
export function Tabs({ value, defaultValue = '', onValueChange, className, ...props }: TabsProps) {
  const id = useId()
  const [ownValue, setOwnValue] = useState(defaultValue)
  const choose = (next: string) => {
    setOwnValue(next)
    onValueChange?.(next)
  }
  return (
    <TabsContext value={{ id, value: value ?? ownValue, choose }}>
      <div className={cn('grid gap-6', className)} {...props} />
    </TabsContext>
  )
}

export function TabsList({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      role="tablist"
      aria-orientation="horizontal"
      onKeyDown={moveFocus}
      className={cn('-mx-1.5 flex gap-3 overflow-x-auto border-border border-b [scrollbar-width:none]', className)}
      {...props}
    />
  )
}

/** Moves from the focused tab. The first one follows the last. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]:not(:disabled)')]
  const at = tabs.findIndex((tab) => tab.matches(':focus'))
  const step = stepAlongLine(event.key)
  const next = step === undefined ? { Home: 0, End: -1 }[event.key] : at + step
  if (at === -1 || next === undefined) return
  event.preventDefault()
  tabs.at(next % tabs.length)?.focus()
}

export function TabsTrigger({ value, className, ...props }: ComponentProps<'button'> & { value: string }) {
  const { tab_id, panel_id, is_chosen, state, choose } = useTab(value)
  const tab = useRef<HTMLButtonElement>(null)
  // On phones the list is wider than the screen. Scrolls the list, not the page.
  useEffect(() => {
    const list = is_chosen ? tab.current?.parentElement : null
    if (!(tab.current && list && list.scrollWidth > list.clientWidth)) return
    const [own, all] = [tab.current.getBoundingClientRect(), list.getBoundingClientRect()]
    if (own.left < all.left || own.right > all.right)
      list.scrollBy({ left: own.left + own.width / 2 - all.left - all.width / 2 })
  }, [is_chosen])
  return (
    <button
      ref={tab}
      type="button"
      role="tab"
      id={tab_id}
      aria-selected={is_chosen}
      aria-controls={panel_id}
      data-state={state}
      tabIndex={is_chosen ? 0 : -1}
      // Keyboard focus selects. So does a click, because Safari does not focus clicked buttons.
      onFocus={choose}
      onClick={choose}
      className={cn(
        'relative -mb-px inline-flex h-10 items-center gap-2 whitespace-nowrap rounded-t-md border-transparent border-b-2 px-1.5 font-medium text-muted-foreground text-sm transition-colors hover:text-foreground focus-visible:-outline-offset-2 data-[state=active]:border-primary data-[state=active]:text-foreground',
        className,
      )}
      {...props}
    />
  )
}

interface TabsContentProps extends ComponentProps<'div'> {
  value: string
  /** Renders the panel while another one is shown, to keep its input. */
  forceMount?: boolean
}

export function TabsContent({ value, forceMount = false, className, children, ...props }: TabsContentProps) {
  const { tab_id, panel_id, is_chosen, state } = useTab(value)
  return (
    <div
      role="tabpanel"
      id={panel_id}
      aria-labelledby={tab_id}
      data-state={state}
      hidden={!(forceMount || is_chosen)}
      // A panel without controls is read and scrolled by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: recommended by WAI-ARIA for tab panels
      tabIndex={0}
      className={cn('rounded-md', className)}
      {...props}
    >
      {forceMount || is_chosen ? children : null}
    </div>
  )
}
