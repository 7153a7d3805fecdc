import Link from 'next/link'
import { Alert } from '@/components/ui/alert'
import type { InstanceSettings } from '@/server/core/instance/settings-schema.ts'

/** The administrators' announcement, and, for administrators, a reminder of maintenance mode, during which other users see no page. */
export function InstanceNotices({
  settings: { announcement, announcement_url, maintenance },
}: {
  settings: InstanceSettings
}) {
  if (!announcement && !maintenance) return null
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-2 px-4 pt-4 sm:px-8 lg:px-10">
      {maintenance ? (
        <Alert tone="warning" title="Maintenance mode is on">
          Only administrators see the dashboard.{' '}
          <Link href="/admin/settings" className="underline underline-offset-4">
            Change it in the instance settings
          </Link>
        </Alert>
      ) : null}
      {announcement ? (
        <Alert tone="info" title={announcement}>
          {announcement_url ? (
            <a href={announcement_url} className="underline underline-offset-4">
              Read about this announcement
            </a>
          ) : null}
        </Alert>
      ) : null}
    </div>
  )
}
