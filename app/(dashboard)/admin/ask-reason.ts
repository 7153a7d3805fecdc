import { onDemand } from '@/components/ui/on-demand'

/** Loaded when it is first open. */
export const ReasonDialog = onDemand(async () => (await import('./reason-dialog')).ReasonDialog)
