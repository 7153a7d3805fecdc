'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MoreHorizontal, Plus } from 'lucide-react'
import Link from 'next/link'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { useKeyset } from '@/components/keyset'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import { SelectInput } from '@/components/ui/select'
import { toast } from '@/components/ui/sonner'

const SHOWN = ['archived'] as const
const shownOptions = [
  { value: 'kept', label: 'Active' },
  { value: 'archived', label: 'Archived' },
]

export function SnippetList() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { cursor, page } = useKeyset()
  const [{ shown }, setFilter] = useQueryStates({
    shown: parseAsStringLiteral(SHOWN),
    after: parseAsString,
    before: parseAsString,
  })
  const archived = shown === 'archived'
  const snippets = useQuery(
    trpc.snippets.list.queryOptions({ per_page: 50, archived, ...cursor }, { placeholderData: keepPreviousData }),
  )
  const archive = useMutation(
    trpc.snippets.update.mutationOptions({
      onSuccess: async (snippet) => {
        await client.invalidateQueries(trpc.snippets.pathFilter())
        toast.success(snippet.archived ? `Archived “${snippet.name}”` : `Restored “${snippet.name}”`)
      },
      onError: (error) => toast.error(error.message),
    }),
  )
  const may_write = useHasRole('editor')
  const create = (label: string) => (
    <IfRole atLeast="editor">
      <Button asChild>
        <Link href="/snippets/new">
          <Plus aria-hidden /> {label}
        </Link>
      </Button>
    </IfRole>
  )

  return (
    <Page>
      <PageHeader
        title="Snippets"
        description="Reusable content for emails. Changes apply to all emails sent afterward."
        actions={create('New snippet')}
      />
      <div className="grid gap-4">
        <SelectInput
          aria-label="Status"
          className="w-40"
          value={shown ?? 'kept'}
          options={shownOptions}
          onChange={(value) =>
            void setFilter({ shown: value === 'archived' ? 'archived' : null, after: null, before: null })
          }
        />
        <DataTable
          caption="Snippets"
          rows={snippets.data?.rows}
          rowId={({ id }) => id}
          rowHref={({ id }) => `/snippets/${id}`}
          fetching={snippets.isPlaceholderData}
          error={snippets.error}
          onRetry={() => void snippets.refetch()}
          page={page(snippets.data?.pagination)}
          columns={[
            { key: 'name', header: 'Name', cell: ({ name }) => name },
            {
              key: 'type',
              header: 'Type',
              phone: 'aside',
              cell: ({ snippet_type }) => <Badge>{snippet_type === 'inline' ? 'Inline' : 'Block'}</Badge>,
            },
            {
              key: 'key',
              header: 'Merge tag',
              phone: 'plain',
              className: 'text-muted-foreground',
              cell: ({ key }) => <code className="[overflow-wrap:anywhere]">{`{{ snippet.${key} }}`}</code>,
            },
            {
              key: 'changed',
              header: 'Updated',
              align: 'end',
              from: 'lg',
              phone: 'hidden',
              className: 'whitespace-nowrap text-muted-foreground',
              cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
            },
          ]}
          rowActions={
            may_write
              ? (snippet) => (
                  <DropdownMenu>
                    <DropdownMenuTrigger asChild>
                      <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${snippet.name}`}>
                        <MoreHorizontal aria-hidden />
                      </Button>
                    </DropdownMenuTrigger>
                    <DropdownMenuContent align="end">
                      <DropdownMenuItem
                        onSelect={() => archive.mutate({ id: snippet.id, archived: !snippet.archived })}
                      >
                        {snippet.archived ? 'Restore' : 'Archive'}
                      </DropdownMenuItem>
                    </DropdownMenuContent>
                  </DropdownMenu>
                )
              : undefined
          }
          empty={
            archived ? (
              <EmptyState
                illustration="file"
                title="No archived snippets"
                description="Archived snippets appear here. Emails that use them still show them."
              />
            ) : (
              <EmptyState
                illustration="file"
                title="No snippets yet"
                description="Create a snippet for content you reuse, such as a signature or footer."
                actions={create('Create snippet')}
              />
            )
          }
        />
      </div>
    </Page>
  )
}
