import { onDemand } from '@/components/ui/on-demand'

/** Loaded when it first opens. */
export const ReasonDialog = onDemand(async () => (await import('./reason-dialog')).ReasonDialog)
