'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '@/components/data-table'
import { Plus } from '@/components/generated/icons'
import { RowMenu } from '@/components/list/row-menu'
import { IfRole, useHasRole } from '@/components/role'
import { TagBadge } from '@/components/tags/tag-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { onDemand } from '@/components/ui/on-demand'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import type { Topic } from '@/server/modules/tags/schema.ts'

const TopicDialog = onDemand(async () => (await import('./topic-dialog')).TopicDialog)

/** The tags that subscribers can turn on and off on their preference page. */
export function Topics() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [creating, setCreating] = useState(false)
  const [topicToEdit, setTopicToEdit] = useState<Topic>()
  const topics = useQuery(trpc.tags.topics.queryOptions())
  const remove = useAction(trpc.tags.removeTopic)
  const save = useAction(trpc.tags.saveTopic, { invalidates: trpc.tags.topics })
  const may_write = useHasRole('editor')
  const refresh = () => client.invalidateQueries(trpc.tags.topics.pathFilter())

  /** The tag and its subscribers stay, so saving the topic again undoes the removal. */
  function removeTopic({ id, name, description }: Topic) {
    remove.start({ id }, async () => {
      toastWithUndo(`Removed “${name}” from the preference page`, () =>
        save.run({ id, name, description: description ?? '' }),
      )
      await refresh()
    })
  }

  return (
    <SectionCard
      title="Topics"
      description="A topic is a tag that subscribers can switch. Send to the tag to reach those who want it."
      actions={
        <IfRole atLeast="editor">
          <Button onClick={() => setCreating(true)}>
            <Plus aria-hidden /> New topic
          </Button>
        </IfRole>
      }
    >
      <DataTable
        caption="Topics"
        rows={topics.data}
        rowId={({ id }) => id}
        query={topics}
        columns={[
          {
            header: 'Public name',
            cell: ({ name, description }) => (
              <span className="grid">
                {name}
                {description ? <span className="text-muted-foreground text-sm">{description}</span> : null}
              </span>
            ),
          },
          {
            header: 'Tag',
            phone: 'plain',
            cell: ({ id, tag_name }) => <TagBadge id={id} name={tag_name} />,
          },
        ]}
        rowActions={
          may_write
            ? (topic) => (
                <RowMenu name={topic.name}>
                  <DropdownMenuItem onSelect={() => setTopicToEdit(topic)}>Edit</DropdownMenuItem>
                  <DropdownMenuItem label="Remove" variant="destructive" onSelect={() => removeTopic(topic)} />
                </RowMenu>
              )
            : undefined
        }
        empty={{
          as: 'h3',
          illustration: 'subscribers',
          title: 'No topics yet',
          description: 'Create a topic from a tag, so subscribers can choose it instead of leaving.',
        }}
      />

      <TopicDialog open={creating} onClose={() => setCreating(false)} onSaved={refresh} />
      <TopicDialog
        key={topicToEdit?.id}
        topic={topicToEdit}
        open={Boolean(topicToEdit)}
        onClose={() => setTopicToEdit(undefined)}
        onSaved={refresh}
      />
    </SectionCard>
  )
}
