import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { HistoryButton } from '@/components/email-editor/history-button'
import { SaveNote } from '@/components/email-editor/save-note'
import { errorText } from '@/components/error-text'
import { fieldProblem } from '@/components/field-problem'
import { ExternalLink, Redo2, Undo2 } from '@/components/generated/icons'
import { NamingHeading } from '@/components/page-name'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { LandingContext } from '@/server/lib/page/landing/context.ts'
import { titleOf } from '@/server/lib/page/landing/document.ts'
import type { LandingDetail } from '@/server/modules/forms/landing-schema.ts'
import type { Draft } from './use-draft'

const EarlierPage = onDemand(async () => (await import('./earlier-page')).EarlierPage)

interface TopBarProps {
  landing: LandingDetail
  draft: Draft
  context: LandingContext
  /** Starts again with the stored page. */
  onReload: () => Promise<void>
}

/** The version's title, whether its changes are public, and buttons to publish them. */
export function TopBar({ landing, draft, context, onReload }: TopBarProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const publish = useAction(trpc.forms.landing.publish)
  const unpublish = useAction(trpc.forms.landing.unpublish)
  const restore = useAction(trpc.forms.landing.restore)
  const [is_publishing, setPublishing] = useState(false)
  const { id, name, url, status, is_public, test_started_at } = landing
  const { variant } = draft
  const publication = variant === 'a' ? landing.published : (landing.b?.published ?? null)
  const is_changed = publication === null || publication.version !== draft.version || draft.state !== 'saved'
  const is_starting = variant === 'b' && publication === null

  async function run(change: () => Promise<unknown>, done: string) {
    setPublishing(true)
    try {
      await draft.flush()
      await change()
      await client.invalidateQueries(trpc.forms.pathFilter())
      toast.success(done)
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setPublishing(false)
    }
  }
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <NamingHeading className="min-w-0 font-semibold text-2xl tracking-[-0.022em] [overflow-wrap:anywhere]">
          {titleOf(draft.page) || name}
        </NamingHeading>
        {is_starting ? (
          <Badge>No visitor sees it yet</Badge>
        ) : publication === null ? (
          <Badge>Not published</Badge>
        ) : is_changed ? (
          <Badge tone="warning">Unpublished changes</Badge>
        ) : (
          <Badge tone="success">Published</Badge>
        )}
        <span className="text-muted-foreground text-sm">
          <SaveNote state={draft.state} problem={draft.problem} />
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <IfRole atLeast="editor">
          <IconButton icon={Undo2} label="Undo" size="icon" disabled={!draft.can_undo} onClick={draft.undo} />
          <IconButton icon={Redo2} label="Redo" size="icon" disabled={!draft.can_redo} onClick={draft.redo} />
        </IfRole>
        <HistoryButton
          item={{ kind: variant === 'a' ? 'landing_page' : 'landing_page_b', item_id: id }}
          flush={draft.flush}
          restore={(revision_id) => restore.run({ id, variant, revision_id })}
          onRestored={() => void onReload().catch((error: unknown) => toast.error(errorText(error)))}
          draw={(content) => <EarlierPage content={content} context={context} />}
        />
        {status === 'active' && is_public && !is_starting ? (
          <Button asChild variant="outline">
            <a href={test_started_at ? `${url}?version=${variant}` : url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden /> View page
            </a>
          </Button>
        ) : null}
        <IfRole atLeast="editor">
          {publication && landing.b?.published == null ? (
            <Button
              variant="ghost"
              disabled={is_publishing}
              onClick={() => void run(() => unpublish.run({ id }), 'Unpublished. Visitors see the form alone.')}
            >
              Unpublish
            </Button>
          ) : null}
          <Button
            pending={is_publishing}
            disabled={!is_changed}
            onClick={() => {
              const wrong = fieldProblem()
              if (wrong) return void toast.error(wrong)
              void run(
                () => publish.run({ id, variant, version: draft.latestVersion() }),
                is_starting ? 'The test has started. Half of the visitors see version B.' : 'Page published',
              )
            }}
          >
            {is_starting ? 'Start the test' : publication ? 'Publish changes' : 'Publish'}
          </Button>
        </IfRole>
      </div>
    </header>
  )
}
