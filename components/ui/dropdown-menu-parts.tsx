import * as Primitive from '@radix-ui/react-dropdown-menu'
import type { ComponentProps } from 'react'
import { Check, type LucideIcon } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'
import { itemStyle, labelStyle, surfaceStyle } from '@/components/ui/menu-style'
import { useOverlayContainer } from '@/components/ui/overlay-container'
import { currentLocale } from '@/server/lib/locale/current.ts'

export const DropdownMenuTrigger = Primitive.Trigger
export const DropdownMenuGroup = Primitive.Group
export const DropdownMenuRadioGroup = Primitive.RadioGroup

/** Not modal: the page stays available to assistive technology, and clicks outside the menu take effect. */
export function DropdownMenuRoot(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root dir={currentLocale().dir} modal={false} {...props} />
}

export function DropdownMenuContent({ className, sideOffset = 6, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal container={useOverlayContainer()}>
      <Primitive.Content
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          surfaceStyle,
          'max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto',
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  )
}

interface DropdownMenuItemProps extends ComponentProps<typeof Primitive.Item> {
  variant?: 'default' | 'destructive'
  icon?: LucideIcon
  /** Its text, unless it has children. */
  label?: string
}

export function DropdownMenuItem({
  className,
  variant = 'default',
  icon: Icon,
  label,
  children = (
    <>
      {Icon ? <Icon aria-hidden /> : null}
      {label}
    </>
  ),
  ...props
}: DropdownMenuItemProps) {
  return (
    <Primitive.Item
      className={cn(
        itemStyle,
        variant === 'destructive' &&
          'text-destructive-ink focus:bg-destructive-soft focus:text-destructive-ink data-[highlighted]:bg-destructive-soft data-[highlighted]:text-destructive-ink [&_svg]:text-destructive-ink!',
        className,
      )}
      {...props}
    >
      {children}
    </Primitive.Item>
  )
}

export function DropdownMenuCheckboxItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.CheckboxItem>) {
  return (
    <Primitive.CheckboxItem className={cn(itemStyle, 'pe-8', className)} {...props}>
      {children}
      <Primitive.ItemIndicator className="absolute inset-e-2.5">
        <Check aria-hidden className="text-primary-ink" />
      </Primitive.ItemIndicator>
    </Primitive.CheckboxItem>
  )
}

export function DropdownMenuRadioItem({ className, children, ...props }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem className={cn(itemStyle, 'pe-8', className)} {...props}>
      {children}
      <Primitive.ItemIndicator className="absolute inset-e-2.5">
        <Check aria-hidden className="text-primary-ink" />
      </Primitive.ItemIndicator>
    </Primitive.RadioItem>
  )
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label className={cn(labelStyle, className)} {...props} />
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Primitive.Separator>) {
  return <Primitive.Separator className={cn('-mx-1.5 my-1.5 h-px bg-border', className)} {...props} />
}
