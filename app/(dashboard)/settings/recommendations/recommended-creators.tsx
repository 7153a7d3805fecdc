import dynamic from 'next/dynamic'
import { useState } from 'react'
import { formatNumber } from '@/components/format'
import { ArrowDown, ArrowUp, Plus, Trash2 } from '@/components/generated/icons'
import { IfRole } from '@/components/role'
import { Stat, StatGroup } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import type { RecommendationsView, Recommended } from '@/server/modules/recommendations/schema.ts'
import { MAX_RECOMMENDED, MAX_SHOWN } from '@/server/modules/recommendations/values-schema.ts'
import { CreatorRow } from './creator-row'

const AddCreatorDialog = dynamic(() => import('./add-creator-dialog').then((own) => own.AddCreatorDialog), {
  ssr: false,
})

/** Creators whom the account recommends to new subscribers, in display order. */
export function RecommendedCreators({ view: { recommended } }: { view: RecommendationsView }) {
  const [isOpen, setIsOpen] = useState(false)
  const total = (of: 'shown' | 'sign_ups') => recommended.reduce((sum, one) => sum + one[of], 0)
  return (
    <Card>
      <CardHeader
        title="You recommend"
        description={`New subscribers see the first ${MAX_SHOWN} after they sign up or confirm, and choose whose emails they want.`}
        actions={
          <IfRole atLeast="editor">
            <Button disabled={recommended.length >= MAX_RECOMMENDED} onClick={() => setIsOpen(true)}>
              <Plus aria-hidden /> Add creator
            </Button>
          </IfRole>
        }
      />
      <CardContent className="grid gap-6">
        {recommended.length > 0 ? (
          <>
            <StatGroup>
              <Stat label="Sign-ups sent" value={formatNumber(total('sign_ups'))} />
              <Stat label="Times shown" value={formatNumber(total('shown'))} />
            </StatGroup>
            <ul className="divide-y divide-border">
              {recommended.map((creator, at) => (
                <CreatorRow
                  key={creator.id}
                  creator={{ ...creator, words: creator.note ?? creator.words }}
                  figures={creator}
                  actions={<RowTools one={creator} isFirst={at === 0} isLast={at === recommended.length - 1} />}
                >
                  {creator.problem ? (
                    <Badge tone="warning" className="w-fit whitespace-normal">
                      Not shown: {creator.problem.toLowerCase()}
                    </Badge>
                  ) : null}
                </CreatorRow>
              ))}
            </ul>
          </>
        ) : (
          <p className="text-muted-foreground text-sm">
            Recommend creators whose emails your subscribers would like. They may do the same for you.
          </p>
        )}
      </CardContent>
      {isOpen ? <AddCreatorDialog open onClose={() => setIsOpen(false)} /> : null}
    </Card>
  )
}

function RowTools({ one: { id, name }, isFirst, isLast }: { one: Recommended; isFirst: boolean; isLast: boolean }) {
  const trpc = useTRPC()
  const options = { stores: trpc.recommendations.get.queryKey() }
  const move = useAction(trpc.recommendations.move, options)
  const remove = useAction(trpc.recommendations.remove, options)
  const add = useAction(trpc.recommendations.add, options)
  return (
    <IfRole atLeast="editor">
      <IconButton
        icon={ArrowUp}
        label={`Move ${name} up`}
        disabled={isFirst || move.isPending}
        onClick={() => move.start({ creator_id: id, by: -1 })}
      />
      <IconButton
        icon={ArrowDown}
        label={`Move ${name} down`}
        disabled={isLast || move.isPending}
        onClick={() => move.start({ creator_id: id, by: 1 })}
      />
      <IconButton
        icon={Trash2}
        label={`Stop recommending ${name}`}
        onClick={() =>
          remove.start({ creator_id: id }, () =>
            toastWithUndo(`${name} is no longer recommended`, () => add.run({ creator_id: id, note: null })),
          )
        }
      />
    </IfRole>
  )
}
