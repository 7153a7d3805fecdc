import { Alert } from '@/components/ui/alert'
import { type AppDetail, newHosts } from '@/server/modules/apps/develop-schema.ts'

/** Before it is saved: a published app that leads to a new host leaves the store until a reviewer has seen it. */
export function NewHostNotice({ app, change }: { app: AppDetail; change: Parameters<typeof newHosts>[1] }) {
  const hosts = app.status === 'published' ? newHosts(app, change) : []
  if (hosts.length === 0) return null
  return (
    <Alert tone="warning" title={`New for reviewers: ${hosts.join(', ')}`}>
      Saving takes the app out of the store until it has been reviewed again. Where it is installed it works on.
    </Alert>
  )
}
