'use client'

import { onDemand } from '@/components/ui/on-demand'

const load = () => import('@/components/ui/sheet-parts')

export const Sheet = onDemand(async () => (await load()).SheetRoot)
export const SheetContent = onDemand(async () => (await load()).SheetContent)
