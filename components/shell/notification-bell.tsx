import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { Bell } from '@/components/generated/icons'
import { MAX_UNREAD } from '@/server/modules/notifications/unread-schema.ts'

/** Links to the notifications and shows the number of unread ones. */
export function NotificationBell({ unread }: { unread: number }) {
  const is_current = usePathname() === '/notifications'
  const count = unread > MAX_UNREAD ? `${MAX_UNREAD}+` : String(unread)
  return (
    <Link
      href="/notifications"
      aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
      aria-current={is_current ? 'page' : undefined}
      className="relative grid size-9 shrink-0 place-items-center rounded-lg text-muted-foreground transition-colors hover:bg-sidebar-accent/60 hover:text-foreground aria-[current]:bg-sidebar-accent aria-[current]:text-foreground max-lg:size-11"
    >
      <Bell aria-hidden className="size-4.5 max-lg:size-5" />
      {unread > 0 ? (
        <span
          aria-hidden
          className="figures absolute top-0 inset-e-0 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-primary px-1 font-semibold text-[0.6875rem] text-primary-foreground leading-none ring-2 ring-sidebar"
        >
          {count}
        </span>
      ) : null}
    </Link>
  )
}
