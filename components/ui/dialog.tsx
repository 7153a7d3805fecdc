'use client'

import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'
import { onDemand } from '@/components/ui/on-demand'

const load = () => import('@/components/ui/dialog-parts')

export const Dialog = onDemand(async () => (await load()).DialogRoot)
export const DialogContent = onDemand(async () => (await load()).DialogContent)

export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('flex flex-col-reverse gap-2 sm:flex-row sm:justify-end', className)} {...props} />
}
