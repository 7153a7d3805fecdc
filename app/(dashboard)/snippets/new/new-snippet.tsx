'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import { useAutosave } from '@/components/email-editor/autosave'
import { Page, PageHeader } from '@/components/page-header'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { SnippetFields, type SnippetText, textInput } from '../snippet-fields'

const EMPTY: SnippetText = { name: '', snippet_type: 'inline', source: '' }

export function NewSnippet() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const [text, setText] = useState(EMPTY)
  const may_write = useHasRole('editor')
  const { run } = useAction(trpc.snippets.create)
  const store = useCallback(
    async (given: Partial<SnippetText>): Promise<undefined> => {
      const { name, snippet_type, source } = { ...EMPTY, ...given }
      const made = await run({ name, snippet_type, ...textInput({ snippet_type, source }) })
      await client.invalidateQueries(trpc.snippets.pathFilter())
      toast.success(`Created “${made.name}”`)
      router.push(`/snippets/${made.id}`)
    },
    [client, run, router, trpc],
  )
  const showKept = useCallback((kept: Partial<SnippetText>) => setText({ ...EMPTY, ...kept }), [])
  // The tab keeps the text until the snippet is created.
  const { change, flush, state, problem } = useAutosave<SnippetText>(store, {
    keep: may_write ? 'new snippet' : undefined,
    onKept: showKept,
    by_hand: true,
  })
  function write(changed: SnippetText) {
    setText(changed)
    change(changed)
  }
  return (
    <Page width="narrow">
      <PageHeader back={{ href: '/snippets', label: 'Snippets' }} title="New snippet" />
      <form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          change(text)
          // Errors are shown above the fields.
          void flush().catch(() => undefined)
        }}
      >
        {state === 'failed' ? <Alert role="alert" tone="danger" title={problem} /> : null}
        <RadioGroup
          aria-label="Type"
          className="grid gap-3 sm:grid-cols-2"
          value={text.snippet_type}
          onValueChange={(value) =>
            write({ ...text, snippet_type: value === 'block' ? 'block' : 'inline', source: '' })
          }
        >
          <RadioCard value="inline" title="Inline" description="Text within a sentence or subject." />
          <RadioCard value="block" title="Block" description="Paragraphs, images and buttons." />
        </RadioGroup>
        <SnippetFields text={text} contentKey={text.snippet_type} onChange={write} editable={may_write} />
        <div>
          <Button type="submit" pending={state === 'saving'} disabled={!may_write}>
            Create snippet
          </Button>
        </div>
      </form>
    </Page>
  )
}
