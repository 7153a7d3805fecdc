'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Page, PageHeader } from '@/components/page-header'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { toast } from '@/components/ui/sonner'
import { SnippetFields, type SnippetText, textInput } from '../snippet-fields'

export function NewSnippet() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const [text, setText] = useState<SnippetText>({ name: '', snippet_type: 'inline', source: '' })
  const may_write = useHasRole('editor')
  const create = useMutation(
    trpc.snippets.create.mutationOptions({
      onSuccess: async ({ id, name }) => {
        await client.invalidateQueries(trpc.snippets.pathFilter())
        toast.success(`Created “${name}”`)
        router.push(`/snippets/${id}`)
      },
    }),
  )
  return (
    <Page width="narrow">
      <PageHeader back={{ href: '/snippets', label: 'Snippets' }} title="New snippet" />
      <form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ name: text.name, snippet_type: text.snippet_type, ...textInput(text) })
        }}
      >
        {create.error ? <Alert role="alert" tone="danger" title={create.error.message} /> : null}
        <RadioGroup
          aria-label="Type"
          className="grid gap-3 sm:grid-cols-2"
          value={text.snippet_type}
          onValueChange={(value) =>
            setText({ ...text, snippet_type: value === 'block' ? 'block' : 'inline', source: '' })
          }
        >
          <RadioCard value="inline" title="Inline" description="Text within a sentence or subject." />
          <RadioCard value="block" title="Block" description="Paragraphs, images and buttons." />
        </RadioGroup>
        <SnippetFields text={text} contentKey={text.snippet_type} onChange={setText} editable={may_write} />
        <div>
          <Button type="submit" pending={create.isPending} disabled={!may_write}>
            Create snippet
          </Button>
        </div>
      </form>
    </Page>
  )
}
