import { TAG_COLOR_LABEL, TAG_TONE } from '@/components/tags/tag-colors'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { DropdownMenuLabel, DropdownMenuRadioGroup, DropdownMenuRadioItem } from '@/components/ui/dropdown-menu'
import { useAction } from '@/components/use-action'
import { TAG_COLORS } from '@/server/modules/tags/colors-schema.ts'
import type { ColoredTag } from '@/server/modules/tags/schema.ts'

/** A tag's colors, as part of its menu. */
export function ColorMenu({ tag, onChanged }: { tag: ColoredTag; onChanged: () => Promise<unknown> }) {
  const trpc = useTRPC()
  const change = useAction(trpc.tags.setColor, { onDone: onChanged })
  return (
    <>
      <DropdownMenuLabel>Color</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={tag.color ?? 'none'}
        onValueChange={(value) =>
          change.start({ id: tag.id, color: TAG_COLORS.find((color) => color === value) ?? null })
        }
      >
        <DropdownMenuRadioItem value="none">No color</DropdownMenuRadioItem>
        {TAG_COLORS.map((color) => (
          <DropdownMenuRadioItem key={color} value={color}>
            <Badge tone={TAG_TONE[color]}>{TAG_COLOR_LABEL[color]}</Badge>
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  )
}
