import { onDemand } from '@/components/ui/on-demand'

export const Sheet = onDemand(async () => (await import('@/components/ui/sheet-parts')).Sheet)
