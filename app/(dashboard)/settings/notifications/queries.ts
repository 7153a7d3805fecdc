import type { Trpc } from '@/components/page-queries'

export const notificationSettingsQuery = (trpc: Trpc) => trpc.notifications.settings.queryOptions()
