import Link from 'next/link'
import { LiquidText } from '@/components/liquid-text'
import { Skeleton } from '@/components/ui/skeleton'
import type { PictureUse } from '@/server/modules/media/schema.ts'

const PLACES: Record<PictureUse['kind'], { label: string; href: (use: PictureUse) => string }> = {
  broadcast: { label: 'Broadcast', href: ({ id }) => `/broadcasts/${id}` },
  sequence_email: { label: 'Sequence email', href: ({ id, parent_id }) => `/sequences/${parent_id}/emails/${id}` },
  automation_email: { label: 'Automation email', href: ({ parent_id }) => `/automations/${parent_id}` },
  post: { label: 'Post', href: ({ id }) => `/posts/${id}` },
  snippet: { label: 'Snippet', href: ({ id }) => `/snippets/${id}` },
  template: { label: 'Template', href: ({ id }) => `/templates/${id}` },
  form: { label: 'Form', href: ({ id }) => `/forms/${id}` },
  profile: { label: 'Profile', href: () => '/settings/profile' },
  style: { label: 'Logo', href: () => '/settings/style' },
}

/** Lists an image's uses, each with a link. */
export function PictureUses({ uses }: { uses: PictureUse[] | undefined }) {
  return (
    <div className="grid gap-2 text-sm">
      <h3 className="font-medium">Used in</h3>
      {!uses ? (
        <Skeleton className="h-5 w-40" />
      ) : uses.length === 0 ? (
        <p className="text-muted-foreground">Nothing yet</p>
      ) : (
        <ul className="grid gap-1.5">
          {uses.map((use) => (
            <li key={`${use.kind} ${use.id}`} className="min-w-0 [overflow-wrap:anywhere]">
              <span className="text-muted-foreground">
                {PLACES[use.kind].label}
                {use.is_sent ? ', sent' : ''}:
              </span>{' '}
              <Link className="text-primary-ink hover:underline" href={PLACES[use.kind].href(use)}>
                {use.kind === 'style' ? 'Style' : <LiquidText text={use.name || 'Untitled'} />}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
