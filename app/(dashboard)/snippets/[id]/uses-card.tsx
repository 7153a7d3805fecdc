import { useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { CopyButton } from '@/components/copy-button'
import { LiquidText } from '@/components/liquid-text'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { useAction } from '@/components/use-action'
import type { Snippet, SnippetUse } from '@/server/modules/snippets/schema.ts'

const KINDS = {
  broadcast: 'Broadcast',
  sequence_email: 'Sequence email',
  automation_email: 'Automation email',
  post: 'Post',
  snippet: 'Snippet',
}

/** The snippet's merge tag, and the emails that use it. */
export function UsesCard({ snippet }: { snippet: Snippet }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const uses = useQuery(trpc.snippets.uses.queryOptions({ id: snippet.id }))
  const mergeTag = `{{ snippet.${snippet.key} }}`
  const archive = useAction(trpc.snippets.update, {
    invalidates: trpc.snippets.list,
    done: (saved) => (saved.archived ? 'Snippet archived. Emails that use it still show it' : 'Snippet restored'),
    onDone: (saved) => client.setQueryData(trpc.snippets.get.queryKey({ id: snippet.id }), saved),
  })
  return (
    <SectionCard cardClassName="lg:sticky lg:top-8" title="Usage" className="grid gap-5 text-sm">
      <div>
        <CopyButton value={mergeTag} label="merge tag" showLabel />
      </div>
      {uses.data?.length ? (
        <ul className="grid gap-3">
          {uses.data.map((use) => (
            <li key={`${use.kind} ${use.id}`} className="grid gap-0.5">
              <Link className="[overflow-wrap:anywhere] text-primary-ink hover:underline" href={hrefOf(use)}>
                <LiquidText text={use.name || 'No title'} />
              </Link>
              <span className="text-muted-foreground text-xs">{KINDS[use.kind]}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted-foreground">
          {uses.data
            ? 'Not used yet. Insert it from the editor, or copy its merge tag.'
            : uses.error
              ? 'Couldn’t load the usage.'
              : 'Loading…'}
        </p>
      )}
      <IfRole atLeast="editor">
        <Button
          variant="outline"
          size="sm"
          className="w-fit"
          pending={archive.isPending}
          onClick={() => archive.start({ id: snippet.id, archived: !snippet.archived })}
        >
          {snippet.archived ? 'Restore' : 'Archive'}
        </Button>
      </IfRole>
    </SectionCard>
  )
}

const hrefOf = ({ kind, id, parent_id }: SnippetUse) =>
  ({
    broadcast: `/broadcasts/${id}`,
    sequence_email: `/sequences/${parent_id}`,
    automation_email: `/automations/${parent_id}`,
    post: `/posts/${id}`,
    snippet: `/snippets/${id}`,
  })[kind]
