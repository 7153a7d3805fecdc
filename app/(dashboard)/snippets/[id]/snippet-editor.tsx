'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Page, PageHeader } from '@/components/page-header'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import type { Snippet } from '@/server/modules/snippets/schema.ts'
import { SnippetFields, type SnippetText, textInput } from '../snippet-fields'
import { SnippetPreview } from './snippet-preview'
import { UsesCard } from './uses-card'

/** Snippets appear in scheduled emails, so they save on a button and not while typing. */
export function SnippetEditor({ snippet }: { snippet: Snippet }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const stored = textOf(snippet)
  const [text, setText] = useState(stored)
  const may_write = useHasRole('editor')
  const is_changed = text.name !== stored.name || text.source !== stored.source
  const update = useMutation(
    trpc.snippets.update.mutationOptions({
      onSuccess: async (saved) => {
        client.setQueryData(trpc.snippets.get.queryKey({ id: snippet.id }), saved)
        await client.invalidateQueries(trpc.snippets.list.pathFilter())
        setText(textOf(saved))
        toast.success('Snippet saved. New emails use it')
      },
    }),
  )
  return (
    <Page>
      <PageHeader
        back={{ href: '/snippets', label: 'Snippets' }}
        title={text.name || 'Snippet'}
        badge={snippet.archived ? <Badge tone="warning">Archived</Badge> : undefined}
        description={is_changed ? 'Unsaved changes' : 'Saved'}
        actions={
          <IfRole atLeast="editor">
            <Button
              disabled={!is_changed}
              pending={update.isPending}
              onClick={() =>
                update.mutate({
                  id: snippet.id,
                  name: text.name,
                  ...(text.source === stored.source ? {} : textInput(text)),
                })
              }
            >
              Save
            </Button>
          </IfRole>
        }
      />
      {update.error ? <Alert role="alert" tone="danger" title={update.error.message} /> : null}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-6">
          <SnippetFields text={text} contentKey={snippet.id} onChange={setText} editable={may_write} />
          <SnippetPreview id={snippet.id} source={text.source} />
        </div>
        <UsesCard snippet={snippet} />
      </div>
    </Page>
  )
}

const textOf = ({ name, snippet_type, content, document }: Snippet): SnippetText => ({
  name,
  snippet_type,
  source: (snippet_type === 'inline' ? content : document.value_html) ?? '',
})
