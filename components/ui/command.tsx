'use client'

import { onDemand } from '@/components/ui/on-demand'

// A list with a search, in a popover: loaded when one is first opened.

const load = () => import('@/components/ui/command-parts')

export const Command = onDemand(async () => (await load()).Command)
export const CommandInput = onDemand(async () => (await load()).CommandInput)
export const CommandList = onDemand(async () => (await load()).CommandList)
export const CommandEmpty = onDemand(async () => (await load()).CommandEmpty)
export const CommandGroup = onDemand(async () => (await load()).CommandGroup)
export const CommandItem = onDemand(async () => (await load()).CommandItem)
