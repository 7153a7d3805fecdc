'use client'

import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '@/components/copy-button'
import { Plus } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { FilterSelect, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { RowMenu } from '@/components/list/row-menu'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { LinkButton } from '@/components/ui/link-button'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import { SNIPPET_FILTERS, snippetListQuery } from './queries'

export function SnippetList() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { values, select } = useListFilters(SNIPPET_FILTERS)
  const isArchive = values.shown === 'archived'
  const snippets = useQuery(snippetListQuery(trpc, values, cursor))
  const restore = useAction(trpc.snippets.update, { invalidates: trpc.snippets })
  const archive = useAction(trpc.snippets.update, {
    invalidates: trpc.snippets,
    onDone: (snippet) =>
      toastWithUndo(snippet.archived ? `Archived “${snippet.name}”` : `Restored “${snippet.name}”`, () =>
        restore.run({ id: snippet.id, archived: !snippet.archived }),
      ),
  })
  const create = (label: string) => (
    <IfRole atLeast="editor">
      <LinkButton href="/snippets/new">
        <Plus aria-hidden /> {label}
      </LinkButton>
    </IfRole>
  )

  return (
    <ListPage
      title="Snippets"
      description="Reusable content for emails. Changes apply to all emails sent afterward."
      actions={create('New snippet')}
      filters={
        <FilterSelect
          label="Status"
          all="Active"
          {...select('shown')}
          options={[{ value: 'archived', label: 'Archived' }]}
        />
      }
      list={snippets}
      rowId={({ id }) => id}
      rowHref={({ id }) => `/snippets/${id}`}
      columns={[
        { header: 'Name', cell: ({ name }) => name },
        {
          header: 'Type',
          phone: 'aside',
          cell: ({ snippet_type }) => <Badge>{snippet_type === 'inline' ? 'Inline' : 'Block'}</Badge>,
        },
        {
          header: 'Merge tag',
          phone: 'plain',
          cell: ({ key }) => <CopyButton value={`{{ snippet.${key} }}`} label="merge tag" showLabel />,
        },
        { header: 'Updated', date: ({ updated_at }) => updated_at, from: 'lg', phone: 'hidden' },
      ]}
      rowActions={(snippet) => (
        <RowMenu name={snippet.name}>
          <DropdownMenuItem onSelect={() => archive.start({ id: snippet.id, archived: !snippet.archived })}>
            {snippet.archived ? 'Restore' : 'Archive'}
          </DropdownMenuItem>
        </RowMenu>
      )}
      empty={
        isArchive
          ? {
              illustration: 'file',
              title: 'No archived snippets',
              description: 'Archived snippets appear here. Emails that use them still show them.',
            }
          : {
              illustration: 'file',
              title: 'No snippets yet',
              description: 'Create a snippet for content you reuse, such as a signature or footer.',
              actions: create('Create snippet'),
            }
      }
    />
  )
}
