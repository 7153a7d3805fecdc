import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

export default function SettingsLoading() {
  return (
    <Card className="grid gap-6 p-6">
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-9.5 w-full rounded-lg" />
      <Skeleton className="h-9.5 w-full rounded-lg" />
      <Skeleton className="h-9.5 w-28 rounded-lg" />
    </Card>
  )
}
