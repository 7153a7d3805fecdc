import * as Slot from '@radix-ui/react-slot'
import { type ComponentProps, createContext, type ReactNode, use, useEffect, useState } from 'react'
import { loadCommand } from '@/components/ui/command'

type Parts = typeof import('@/components/ui/popover-parts')

interface Opening {
  /** Undefined until the popover is first opened. */
  parts: Parts | undefined
  open: () => void
}

const PopoverContext = createContext<Opening | null>(null)

let loadedParts: Parts | undefined

/** Also loads the list used by most popovers, so text typed right after opening one reaches its search. */
async function load(): Promise<Parts> {
  const [parts] = await Promise.all([import('@/components/ui/popover-parts'), loadCommand()])
  loadedParts = parts
  return parts
}
/** Preloads the parts. A failure is reported when the popover is opened. */
const loadAhead = () => void load().catch(() => {})

interface PopoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** A popover whose parts are loaded when it is first opened. Until then a page has only its button. */
export function Popover({ open, onOpenChange, children }: PopoverProps) {
  const [parts, setParts] = useState<Parts>()
  if (open && !parts && loadedParts) setParts(loadedParts)
  useEffect(() => {
    if (open && !parts) void load().then(setParts)
  }, [open, parts])
  return (
    <PopoverContext value={{ parts, open: () => onOpenChange(true) }}>
      {parts ? (
        <parts.PopoverRoot open={open} onOpenChange={onOpenChange}>
          {children}
        </parts.PopoverRoot>
      ) : (
        children
      )}
    </PopoverContext>
  )
}

/** Its child is the button that opens the popover. */
export function PopoverTrigger({ children, ...props }: Omit<ComponentProps<'button'>, 'ref'> & { asChild: true }) {
  const { parts, open } = use(PopoverContext) ?? {}
  const { asChild: _, ...rest } = props
  if (parts)
    return (
      <parts.PopoverTrigger asChild {...rest}>
        {children}
      </parts.PopoverTrigger>
    )
  return (
    <Slot.Root
      aria-haspopup="dialog"
      aria-expanded={false}
      data-state="closed"
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      onClick={open}
      {...rest}
    >
      {children}
    </Slot.Root>
  )
}

/** Renders once the popover has been opened. */
export function PopoverContent(props: ComponentProps<Parts['PopoverContent']>) {
  const parts = use(PopoverContext)?.parts
  return parts ? <parts.PopoverContent {...props} /> : null
}
