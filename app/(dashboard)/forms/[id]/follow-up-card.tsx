import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useWatch } from 'react-hook-form'
import { OptionList } from '@/components/option-list'
import { allSequencesQuery, allTagsQuery } from '@/components/page-queries'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { FormField } from '@/components/ui/form'
import type { DesignControl } from './content-card'

/** Tags and sequences for new sign-ups. */
export function FollowUpCard({ control }: { control: DesignControl }) {
  const trpc = useTRPC()
  const double_opt_in = useWatch({ control, name: 'double_opt_in' })
  const chosen = useWatch({ control, name: 'settings.sequence_ids' })
  const tags = useQuery(allTagsQuery(trpc))
  const sequences = useQuery(allSequencesQuery(trpc))
  const pausedSequences =
    sequences.data?.rows.filter(({ id, active }) => !active && chosen?.map(Number).includes(id)) ?? []
  return (
    <SectionCard
      title="After signing up"
      description={
        double_opt_in
          ? 'Applied once subscribers confirm. Active subscribers are not asked to confirm again and get them right away.'
          : 'Applied as soon as someone signs up.'
      }
      className="grid gap-5"
    >
      <FormField control={control} name="settings.tag_ids" label="Add tags" hideLabel>
        {({ value, onChange }) => (
          <OptionList
            label="Add tags"
            noun="tag"
            options={tags.data?.rows}
            chosenIds={(value ?? []).map(Number)}
            onChange={onChange}
          />
        )}
      </FormField>
      <FormField control={control} name="settings.sequence_ids" label="Add to sequences" hideLabel>
        {({ value, onChange }) => (
          <OptionList
            label="Add to sequences"
            noun="sequence"
            options={sequences.data?.rows}
            chosenIds={(value ?? []).map(Number)}
            onChange={onChange}
          />
        )}
      </FormField>
      {pausedSequences.map(({ id, name }) => (
        <p key={id} className="text-pretty text-sm text-warning-ink">
          <Link className="font-medium underline underline-offset-4" href={`/sequences/${id}`}>
            {name}
          </Link>{' '}
          is paused. Subscribers get its first email after you resume it.
        </p>
      ))}
    </SectionCard>
  )
}
