import { BlocksIcon } from 'lucide-react'
import type { AppBrief } from '@/server/modules/installs/schema.ts'

/** The app's logo, or a sign in its place. */
export function AppSign({ app }: { app: AppBrief }) {
  return (
    <span className="mb-5 grid size-14 place-items-center overflow-hidden rounded-2xl border border-border bg-card text-muted-foreground shadow-xs">
      {app.logo_url ? (
        // biome-ignore lint/performance/noImgElement: a small picture of ours, kept by browsers for ever
        <img src={app.logo_url} alt="" className="size-full object-cover" />
      ) : (
        <BlocksIcon aria-hidden className="size-7" />
      )}
    </span>
  )
}
