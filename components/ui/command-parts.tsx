import { Command as Primitive } from 'cmdk'
import type { ComponentProps } from 'react'
import { LoaderCircle, Search } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'
import { itemStyle } from '@/components/ui/menu-style'

export function Command({ className, ...props }: ComponentProps<typeof Primitive>) {
  return <Primitive className={cn('flex size-full flex-col overflow-hidden', className)} {...props} />
}

export function CommandInput({
  className,
  pending,
  ...props
}: ComponentProps<typeof Primitive.Input> & { pending?: boolean }) {
  return (
    <div className="flex h-13 items-center gap-3 border-border border-b px-4">
      {pending ? (
        <LoaderCircle aria-hidden className="size-4.5 shrink-0 animate-spin text-muted-foreground" />
      ) : (
        <Search aria-hidden className="size-4.5 shrink-0 text-muted-foreground" />
      )}
      <Primitive.Input
        // The popup is already open and focused when this loads.
        autoFocus
        className={cn(
          'h-full w-full bg-transparent text-[1rem] outline-none placeholder:text-muted-foreground',
          className,
        )}
        {...props}
      />
    </div>
  )
}

export function CommandList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      tabIndex={-1}
      className={cn('max-h-[min(24rem,60dvh)] scroll-py-2 overflow-y-auto overscroll-contain p-2', className)}
      {...props}
    />
  )
}

export function CommandEmpty({ className, ...props }: ComponentProps<typeof Primitive.Empty>) {
  return <Primitive.Empty className={cn('py-10 text-center text-muted-foreground text-sm', className)} {...props} />
}

export function CommandGroup({ className, ...props }: ComponentProps<typeof Primitive.Group>) {
  return (
    <Primitive.Group
      className={cn(
        '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs',
        className,
      )}
      {...props}
    />
  )
}

export function CommandItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={cn(
        itemStyle,
        'data-[disabled=false]:pointer-events-auto data-[disabled=false]:opacity-100 data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground',
        className,
      )}
      {...props}
    />
  )
}
