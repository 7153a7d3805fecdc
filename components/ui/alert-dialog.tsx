'use client'

import { onDemand } from '@/components/ui/on-demand'

const load = () => import('@/components/ui/alert-dialog-parts')

export const AlertDialog = onDemand(async () => (await load()).AlertDialogRoot)
export const AlertDialogContent = onDemand(async () => (await load()).AlertDialogContent)
export const AlertDialogCancel = onDemand(async () => (await load()).AlertDialogCancel)
