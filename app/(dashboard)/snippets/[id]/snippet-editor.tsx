import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useAutosave } from '@/components/email-editor/autosave'
import { ConflictBar } from '@/components/email-editor/conflict-bar'
import { HistoryButton } from '@/components/email-editor/history-button'
import { UnsavedNote } from '@/components/email-editor/save-note'
import { Page, PageHeader } from '@/components/page-header'
import { EditableBy, IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { Replacing } from '@/server/modules/revisions/schema.ts'
import type { EditedSnippet, Snippet } from '@/server/modules/snippets/schema.ts'
import { SnippetFields, type SnippetText, textInput } from '../snippet-fields'
import { SnippetPreview } from './snippet-preview'
import { UsesCard } from './uses-card'

/** Snippets appear in scheduled emails, so they are saved by a button instead of during typing. Until then this tab keeps the text. */
export function SnippetEditor({ snippet }: { snippet: EditedSnippet }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { id } = snippet
  const [text, setText] = useState(textOf(snippet))
  /** Changes when the editor must show another text than the typed one. */
  const [version, setVersion] = useState(0)
  const may_write = useHasRole('editor')
  const { run } = useAction(trpc.snippets.update)
  const { snippet_type } = snippet
  const store = useCallback(
    async ({ name, source }: SnippetChange, replacing: Replacing) => {
      const storedSnippet = await run({
        ...replacing,
        id,
        name,
        ...(source !== undefined && textInput({ snippet_type, source })),
      })
      client.setQueryData(trpc.snippets.get.queryKey({ id }), storedSnippet)
      await client.invalidateQueries(trpc.snippets.list.pathFilter())
      return storedSnippet
    },
    [client, id, run, snippet_type, trpc],
  )
  const showKept = useCallback((kept: SnippetChange) => {
    setText((before) => ({ ...before, ...kept }))
    setVersion((before) => before + 1)
  }, [])
  /** Shows what is stored. */
  const show = (stored: Snippet) => {
    setText(textOf(stored))
    setVersion((before) => before + 1)
  }
  const saving = useAutosave<SnippetChange>(store, {
    keep: may_write ? `snippet ${id}` : undefined,
    stored: snippet.text_version,
    onKept: showKept,
    read: () => client.fetchQuery({ ...trpc.snippets.get.queryOptions({ id }), staleTime: 0 }),
    show: () => show(client.getQueryData(trpc.snippets.get.queryKey({ id })) ?? snippet),
    by_hand: true,
  })
  const { change, discard, flush, state, problem } = saving
  const restore = useAction(trpc.snippets.restore)
  const save = () =>
    flush().then(
      () => toast.success('Snippet saved. New emails use it'),
      // The line below the title shows the reason and what to do.
      () => undefined,
    )
  return (
    <Page>
      <PageHeader
        back={{ href: '/snippets', label: 'Snippets' }}
        title={text.name || 'Snippet'}
        badge={snippet.archived ? <Badge tone="warning">Archived</Badge> : undefined}
        description={
          <UnsavedNote
            state={state}
            problem={problem}
            onDiscard={() => {
              discard()
              show(snippet)
            }}
          />
        }
        actions={
          <>
            <HistoryButton
              item={{ kind: 'snippet', item_id: id }}
              // Opening the history must not change emails.
              flush={NOTHING}
              restore={async (revision_id) => {
                if (state !== 'saved') throw new Error(t`Save or discard your changes first`)
                const saved = await restore.run({ id, revision_id })
                client.setQueryData(trpc.snippets.get.queryKey({ id }), saved)
                saving.begin(saved)
                show(saved)
              }}
              onRestored={() => undefined}
            />
            <IfRole atLeast="editor">
              <Button disabled={state === 'saved'} pending={state === 'saving'} onClick={() => void save()}>
                Save
              </Button>
            </IfRole>
          </>
        }
      />
      <ConflictBar saving={saving} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-6">
          <EditableBy atLeast="editor">
            <SnippetFields
              key={version}
              text={text}
              contentKey={id}
              leftOut={snippet.left_out}
              onChange={(changed) => {
                setText(changed)
                change({
                  ...(changed.name !== text.name && { name: changed.name }),
                  ...(changed.source !== text.source && { source: changed.source }),
                })
              }}
              editable={may_write}
            />
          </EditableBy>
          <SnippetPreview id={id} source={text.source} />
        </div>
        <UsesCard snippet={snippet} />
      </div>
    </Page>
  )
}

const NOTHING = () => Promise.resolve()

type SnippetChange = Partial<Pick<SnippetText, 'name' | 'source'>>

const textOf = ({ name, snippet_type, content, document }: Snippet): SnippetText => ({
  name,
  snippet_type,
  source: (snippet_type === 'inline' ? content : document.value_html) ?? '',
})
