import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { t } from '@/server/lib/locale/texts.ts'
import type { SiteLayout } from '@/server/modules/sites/values-schema.ts'

/** Rectangles of a drawing 96 wide and 60 high: x, y, width, height. */
const DRAWINGS: Record<SiteLayout, readonly [number, number, number, number][]> = {
  magazine: [
    [8, 8, 46, 24],
    [60, 12, 28, 4],
    [60, 19, 22, 3],
    [8, 38, 24, 14],
    [36, 38, 24, 14],
    [64, 38, 24, 14],
  ],
  newsletter: [
    [28, 8, 40, 4],
    [28, 15, 40, 20],
    [28, 40, 28, 3],
    [60, 39, 8, 6],
    [28, 49, 28, 3],
    [60, 48, 8, 6],
  ],
  archive: [0, 1, 2, 3, 4, 5].flatMap((line): [number, number, number, number][] => [
    [22, 9 + line * 8, 8, 3],
    [36, 9 + line * 8, 38 - (line % 3) * 6, 3],
  ]),
}

const choices = () =>
  [
    { value: 'magazine', title: t`Magazine`, description: t`The latest post large, then cards with pictures` },
    { value: 'newsletter', title: t`Newsletter`, description: t`One column, like an inbox` },
    { value: 'archive', title: t`Archive`, description: t`Titles by year, for many posts` },
  ] as const

interface LayoutInputProps {
  value: SiteLayout | undefined
  onChange: (layout: SiteLayout) => void
}

/** Chooses the layout of the list of posts, with a drawing of each. */
export function LayoutInput({ value, onChange, ...field }: LayoutInputProps) {
  return (
    <RadioGroup
      {...field}
      value={value ?? null}
      onValueChange={(chosen) => onChange(chosen as SiteLayout)}
      className="sm:grid-cols-3"
    >
      {choices().map(({ value: layout, title, description }) => (
        <RadioCard
          key={layout}
          value={layout}
          title={title}
          description={
            <>
              {description}
              <svg viewBox="0 0 96 60" aria-hidden className="mt-3 w-24 rounded-md border border-border bg-background">
                {DRAWINGS[layout].map(([x, y, width, height]) => (
                  <rect key={`${x} ${y}`} {...{ x, y, width, height }} rx="1.5" className="fill-muted-foreground/35" />
                ))}
              </svg>
            </>
          }
        />
      ))}
    </RadioGroup>
  )
}
