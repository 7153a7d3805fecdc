'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useAutosave } from '@/components/email-editor/autosave'
import { UnsavedNote } from '@/components/email-editor/save-note'
import { Page, PageHeader } from '@/components/page-header'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import type { Snippet } from '@/server/modules/snippets/schema.ts'
import { SnippetFields, type SnippetText, textInput } from '../snippet-fields'
import { SnippetPreview } from './snippet-preview'
import { UsesCard } from './uses-card'

/** Snippets appear in scheduled emails, so they save on a button and not while typing. Until then this tab keeps what is typed. */
export function SnippetEditor({ snippet }: { snippet: Snippet }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { id } = snippet
  const [text, setText] = useState(textOf(snippet))
  /** Changes when the editor must show another text than what is typed into it. */
  const [version, setVersion] = useState(0)
  const may_write = useHasRole('editor')
  const { mutateAsync } = useMutation(trpc.snippets.update.mutationOptions())
  const { snippet_type } = snippet
  const store = useCallback(
    async ({ name, source }: SnippetChange) => {
      const saved = await mutateAsync({ id, name, ...(source !== undefined && textInput({ snippet_type, source })) })
      client.setQueryData(trpc.snippets.get.queryKey({ id }), saved)
      await client.invalidateQueries(trpc.snippets.list.pathFilter())
    },
    [client, id, mutateAsync, snippet_type, trpc],
  )
  const showKept = useCallback((kept: SnippetChange) => {
    setText((before) => ({ ...before, ...kept }))
    setVersion((before) => before + 1)
  }, [])
  const { change, discard, flush, state, problem } = useAutosave<SnippetChange>(store, {
    keep: may_write ? `snippet ${id}` : undefined,
    stored_at: snippet.updated_at,
    onKept: showKept,
    by_hand: true,
  })
  const save = () =>
    flush().then(
      () => toast.success('Snippet saved. New emails use it'),
      // The line below the title says why, and what to do.
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
              setText(textOf(snippet))
              setVersion(version + 1)
            }}
          />
        }
        actions={
          <IfRole atLeast="editor">
            <Button disabled={state === 'saved'} pending={state === 'saving'} onClick={() => void save()}>
              Save
            </Button>
          </IfRole>
        }
      />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-6">
          <SnippetFields
            key={version}
            text={text}
            contentKey={id}
            onChange={(changed) => {
              setText(changed)
              change({
                ...(changed.name !== text.name && { name: changed.name }),
                ...(changed.source !== text.source && { source: changed.source }),
              })
            }}
            editable={may_write}
          />
          <SnippetPreview id={id} source={text.source} />
        </div>
        <UsesCard snippet={snippet} />
      </div>
    </Page>
  )
}

type SnippetChange = Partial<Pick<SnippetText, 'name' | 'source'>>

const textOf = ({ name, snippet_type, content, document }: Snippet): SnippetText => ({
  name,
  snippet_type,
  source: (snippet_type === 'inline' ? content : document.value_html) ?? '',
})
