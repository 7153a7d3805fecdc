import * as Slot from '@radix-ui/react-slot'
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'

type Parts = typeof import('@/components/ui/dropdown-menu-parts')

interface Menu {
  /** Undefined until the menu is first opened. */
  parts: Parts | undefined
  ask: (by_keyboard: boolean) => void
  trigger: RefObject<HTMLButtonElement | null>
}

const MenuContext = createContext<Menu | null>(null)

const load = () => import('@/components/ui/dropdown-menu-parts')
/** Preloads the parts. A failure is reported when the menu is opened. */
const loadAhead = () => void load().catch(() => {})

/** A menu whose parts are loaded when it is first opened. Until then a page has only its button. */
export function DropdownMenu({ children }: { children: ReactNode }) {
  const [parts, setParts] = useState<Parts>()
  const [by_keyboard, setByKeyboard] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const ask = (is_by_keyboard: boolean) => {
    setByKeyboard(is_by_keyboard)
    void load().then(setParts)
  }
  useEffect(() => {
    if (!parts || !by_keyboard) return
    // The menu did not receive the key that opened it, which would focus its first item.
    trigger.current?.focus()
    trigger.current?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  }, [parts, by_keyboard])
  const Root = parts?.DropdownMenuRoot
  return (
    <MenuContext value={{ parts, ask, trigger }}>
      {Root ? <Root defaultOpen={!by_keyboard}>{children}</Root> : children}
    </MenuContext>
  )
}

interface TriggerProps extends ComponentProps<'button'> {
  asChild?: boolean
}

export function DropdownMenuTrigger({ asChild, ...props }: TriggerProps) {
  const menu = use(MenuContext)
  if (menu?.parts) return <menu.parts.DropdownMenuTrigger ref={menu.trigger} asChild={asChild} {...props} />
  const Tag = asChild ? Slot.Root : 'button'
  return (
    <Tag
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      data-state="closed"
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      // A click with `detail` 0 comes from Enter or Space.
      onClick={(event) => menu?.ask(event.detail === 0)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        menu?.ask(true)
      }}
      {...props}
    />
  )
}

type PartName = Exclude<keyof Parts, 'DropdownMenuRoot' | 'DropdownMenuTrigger'>

/** Renders once the menu has been opened. */
function Part<Name extends PartName>({ name, ...props }: { name: Name } & ComponentProps<Parts[Name]>) {
  const Loaded = use(MenuContext)?.parts?.[name] as ComponentType<typeof props> | undefined
  return Loaded ? <Loaded {...props} /> : null
}

type Props<Name extends PartName> = ComponentProps<Parts[Name]>

export const DropdownMenuContent = (props: Props<'DropdownMenuContent'>) => (
  <Part name="DropdownMenuContent" {...props} />
)
export const DropdownMenuGroup = (props: Props<'DropdownMenuGroup'>) => <Part name="DropdownMenuGroup" {...props} />
export const DropdownMenuRadioGroup = (props: Props<'DropdownMenuRadioGroup'>) => (
  <Part name="DropdownMenuRadioGroup" {...props} />
)
export const DropdownMenuItem = (props: Props<'DropdownMenuItem'>) => <Part name="DropdownMenuItem" {...props} />
export const DropdownMenuCheckboxItem = (props: Props<'DropdownMenuCheckboxItem'>) => (
  <Part name="DropdownMenuCheckboxItem" {...props} />
)
export const DropdownMenuRadioItem = (props: Props<'DropdownMenuRadioItem'>) => (
  <Part name="DropdownMenuRadioItem" {...props} />
)
export const DropdownMenuLabel = (props: Props<'DropdownMenuLabel'>) => <Part name="DropdownMenuLabel" {...props} />
export const DropdownMenuSeparator = (props: Props<'DropdownMenuSeparator'>) => (
  <Part name="DropdownMenuSeparator" {...props} />
)
