'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Plus, X } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { EditableBy } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button, IconButton } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/use-action'
import { sixDigits } from '@/server/lib/text/color.ts'
import { MAX_COLORS } from '@/server/modules/accounts/values-schema.ts'

/** The account’s color palette, for emails and apps. */
export function PaletteCard() {
  const trpc = useTRPC()
  const stored = useQuery(trpc.account.colors.queryOptions())
  return (
    <SectionCard title="Palette" description={`Up to ${MAX_COLORS} colors that you and your apps choose from.`}>
      <Loaded query={stored} as="h3" loading={<Skeleton className="h-24 w-full" />}>
        {(data) => (
          <EditableBy atLeast="editor">
            <Palette key={data.join()} stored={data} />
          </EditableBy>
        )}
      </Loaded>
    </SectionCard>
  )
}

function Palette({ stored }: { stored: readonly string[] }) {
  const trpc = useTRPC()
  // The browser’s color picker only accepts six digits.
  const [colors, setColors] = useState(stored.map(sixDigits))
  const save = useAction(trpc.account.setColors, { invalidates: trpc.account.colors, done: 'Palette saved' })
  return (
    <div className="grid gap-5">
      <ul className="flex flex-wrap gap-3">
        {colors.map((color, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: colors can repeat and are identified by position
          <li key={index} className="flex items-center gap-1 rounded-lg border border-border py-1 pe-1 ps-2">
            <input
              type="color"
              aria-label={`Color ${index + 1}`}
              value={color}
              className="size-8 cursor-pointer rounded border-0 bg-transparent p-0"
              onChange={(event) => setColors(colors.with(index, event.target.value))}
            />
            <code className="text-sm uppercase">{color}</code>
            <IconButton
              icon={X}
              label={`Remove color ${index + 1}`}
              onClick={() => setColors(colors.toSpliced(index, 1))}
            />
          </li>
        ))}
        {colors.length < MAX_COLORS ? (
          <li>
            <Button variant="outline" onClick={() => setColors([...colors, '#1d6f78'])}>
              <Plus aria-hidden /> Add color
            </Button>
          </li>
        ) : null}
      </ul>
      <Button className="justify-self-start" pending={save.isPending} onClick={() => save.start({ colors })}>
        Save palette
      </Button>
    </div>
  )
}
