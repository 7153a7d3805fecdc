import { formatNumber } from '@/components/format'
import { IfRole } from '@/components/role'
import { Stat, StatGroup } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { RecommendationsView, Recommender } from '@/server/modules/recommendations/schema.ts'
import { CreatorRow } from './creator-row'

/** Creators who recommend the account, with the resulting sign-ups. */
export function Recommenders({ view: { recommenders } }: { view: RecommendationsView }) {
  const total = (of: 'shown' | 'sign_ups') => recommenders.reduce((sum, one) => sum + one[of], 0)
  return (
    <SectionCard
      title="Creators who recommend you"
      description="Sign-ups from their recommendations."
      className="grid gap-6"
    >
      {recommenders.length > 0 ? (
        <>
          <StatGroup>
            <Stat label="Sign-ups received" value={formatNumber(total('sign_ups'))} />
            <Stat label="Times shown" value={formatNumber(total('shown'))} />
          </StatGroup>
          <ul className="divide-y divide-border">
            {recommenders.map((one) => (
              <CreatorRow key={one.id} creator={one} figures={one} actions={<BlockButton recommender={one} />}>
                {one.is_blocked ? <Badge className="w-fit">Blocked</Badge> : null}
              </CreatorRow>
            ))}
          </ul>
        </>
      ) : (
        <p className="text-muted-foreground text-sm">No one recommends you yet.</p>
      )}
    </SectionCard>
  )
}

function BlockButton({ recommender: { id, name, is_blocked } }: { recommender: Recommender }) {
  const trpc = useTRPC()
  const block = useAction(trpc.recommendations.block, {
    stores: trpc.recommendations.get.queryKey(),
    done: is_blocked ? `${name} can recommend you again` : `${name} can no longer recommend you`,
  })
  return (
    <IfRole atLeast="editor">
      <Button
        size="sm"
        variant="ghost"
        aria-label={`${is_blocked ? t`Unblock` : t`Block`} ${name}`}
        pending={block.isPending}
        onClick={() => block.start({ creator_id: id, is_blocked: !is_blocked })}
      >
        {is_blocked ? 'Unblock' : 'Block'}
      </Button>
    </IfRole>
  )
}
