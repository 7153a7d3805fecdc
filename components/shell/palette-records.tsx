import {
  ClipboardList,
  Filter,
  Image,
  LayoutTemplate,
  ListOrdered,
  type LucideIcon,
  Mail,
  Newspaper,
  Puzzle,
  Send,
  Tags,
  TextCursorInput,
  Workflow,
} from '@/components/generated/icons'
import { LiquidText } from '@/components/liquid-text'
import { TagBadge } from '@/components/tags/tag-badge'
import { CommandGroup, CommandItem } from '@/components/ui/command-parts'
import type { FoundKind, FoundRecord } from '@/server/modules/search/schema.ts'

interface FoundRecordsProps {
  heading: string
  records: readonly FoundRecord[]
  onOpen: (record: FoundRecord) => void
}

/** The account's records with their kinds. The server has filtered them, so the palette does not. */
export function FoundRecords({ heading, records, onOpen }: FoundRecordsProps) {
  if (records.length === 0) return null
  return (
    <CommandGroup heading={heading} forceMount>
      {records.map((record) => (
        <CommandItem key={recordValue(record)} value={recordValue(record)} forceMount onSelect={() => onOpen(record)}>
          <KindIcon kind={record.kind} />
          <span className="min-w-0 flex-1 truncate">
            {record.kind === 'tag' ? (
              <TagBadge id={record.id} name={record.name} className="max-w-full" />
            ) : (
              <LiquidText text={record.name} />
            )}
          </span>
          <span className="text-muted-foreground text-xs">{KINDS[record.kind].label}</span>
        </CommandItem>
      ))}
    </CommandGroup>
  )
}

export const recordValue = ({ kind, id }: FoundRecord) => `${kind} ${id}`

/** Label, icon and page of each kind of record. */
const KINDS: Record<
  FoundKind,
  { label: string; icon: LucideIcon; page: (id: number, parent_id: number | null) => string }
> = {
  broadcast: { label: 'Broadcast', icon: Send, page: (id) => `/broadcasts/${id}` },
  sequence: { label: 'Sequence', icon: ListOrdered, page: (id) => `/sequences/${id}` },
  sequence_email: {
    label: 'Sequence email',
    icon: Mail,
    page: (id, sequence_id) => `/sequences/${sequence_id}/emails/${id}`,
  },
  automation: { label: 'Automation', icon: Workflow, page: (id) => `/automations/${id}` },
  automation_email: {
    label: 'Automation email',
    icon: Mail,
    page: (id, automation_id) => `/automations/${automation_id}/emails/${id}`,
  },
  post: { label: 'Post', icon: Newspaper, page: (id) => `/posts/${id}` },
  template: { label: 'Template', icon: LayoutTemplate, page: (id) => `/templates/${id}` },
  snippet: { label: 'Snippet', icon: Puzzle, page: (id) => `/snippets/${id}` },
  form: { label: 'Form', icon: ClipboardList, page: (id) => `/forms/${id}` },
  tag: { label: 'Tag', icon: Tags, page: (id) => `/subscribers?tag=${id}` },
  segment: { label: 'Segment', icon: Filter, page: (id) => `/segments/${id}` },
  custom_field: { label: 'Custom field', icon: TextCursorInput, page: (id) => `/settings/fields?field=${id}` },
  picture: { label: 'Image', icon: Image, page: (id) => `/images?image=${id}` },
}

export const pageOf = ({ kind, id, parent_id }: FoundRecord) => KINDS[kind].page(id, parent_id)

function KindIcon({ kind }: { kind: FoundKind }) {
  const { icon: Icon } = KINDS[kind]
  return <Icon aria-hidden />
}
