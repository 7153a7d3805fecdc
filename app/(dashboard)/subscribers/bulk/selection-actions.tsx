import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { formatNumber } from '@/components/format'
import {
  Download,
  Ellipsis,
  ListMinus,
  ListPlus,
  PencilLine,
  Tag,
  TagsIcon,
  Trash2,
  UserMinus,
} from '@/components/generated/icons'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { toast, UNTIL_CLOSED } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { ActionKind, BulkSelection } from '@/server/modules/bulk-actions/schema.ts'
import { BulkDialog } from './bulk-dialog'
import { ACTION_TEXTS } from './bulk-text'

export interface SelectionActionsProps {
  selection: BulkSelection
  /** Size of the selection, as displayed. */
  count: number
  /** Selects all that match, if there are more than are selected. */
  allMatches?: { count: number; onChoose: () => void } | undefined
  onDone: () => void
}

const ICONS = {
  tag: Tag,
  untag: TagsIcon,
  add_to_sequence: ListPlus,
  remove_from_sequence: ListMinus,
  set_field: PencilLine,
  unsubscribe: UserMinus,
  delete: Trash2,
}
const IN_MENU: ActionKind[] = ['untag', 'add_to_sequence', 'remove_from_sequence', 'set_field']
const FINAL: ActionKind[] = ['unsubscribe', 'delete']

/** Actions for the selected subscribers, or for all that match. */
export function SelectionActions({ selection, count, allMatches, onDone }: SelectionActionsProps) {
  const [kind, setKind] = useState<ActionKind>()
  const may_delete = useHasRole('admin')
  const item = (action: ActionKind) => {
    const Icon = ICONS[action]
    return (
      <DropdownMenuItem
        icon={Icon}
        label={ACTION_TEXTS[action].title}
        key={action}
        {...(action === 'delete' ? { variant: 'destructive' as const } : {})}
        onSelect={() => setKind(action)}
      />
    )
  }
  return (
    <>
      {allMatches ? (
        <Button variant="ghost" size="sm" className="text-primary-ink" onClick={allMatches.onChoose}>
          Select all {formatNumber(allMatches.count)}
        </Button>
      ) : null}
      <Button variant="ghost" size="sm" onClick={() => setKind('tag')}>
        <Tag aria-hidden /> Tag
      </Button>
      <ExportSelection selection={selection} onDone={onDone} />
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="sm">
            <Ellipsis aria-hidden /> More
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" side="top">
          {IN_MENU.map(item)}
          <DropdownMenuSeparator />
          {FINAL.filter((one) => may_delete || one !== 'delete').map(item)}
        </DropdownMenuContent>
      </DropdownMenu>
      {kind ? (
        <BulkDialog
          key={kind}
          kind={kind}
          selection={selection}
          count={count}
          onClose={() => setKind(undefined)}
          onDone={onDone}
        />
      ) : null}
    </>
  )
}

function ExportSelection({ selection, onDone }: Pick<SelectionActionsProps, 'selection' | 'onDone'>) {
  const trpc = useTRPC()
  const router = useRouter()
  const request = useAction(trpc.exports.request, {
    invalidates: trpc.exports,
    onDone: ({ filename }) => {
      onDone()
      toast.success(`${filename} export started`, {
        duration: UNTIL_CLOSED,
        action: { label: 'View activity', onClick: () => router.push('/activity') },
      })
    },
  })
  const { kind, ...subscribers } = selection
  return (
    <Button
      variant="ghost"
      size="sm"
      pending={request.isPending}
      onClick={() => request.start({ kind: 'subscribers', selection: subscribers })}
    >
      <Download aria-hidden /> Export
    </Button>
  )
}
