import { formatNumber } from '@/components/format'
import { cn } from '@/components/ui/cn'

interface HeatCell {
  /** In percent. */
  share: number
  /** Counts behind the share: "412 of 980". */
  title: string
  /** True for the current month, which has not ended. */
  is_partial: boolean
}

interface HeatTableProps {
  caption: string
  /** Column headers: of the rows, of their sizes, and of the cells. */
  head: readonly string[]
  /** Unit of the column headers: "Months after sign-up". */
  headNote: string
  rows: readonly { key: string; label: string; size: string; cells: readonly (HeatCell | null)[] }[]
}

/** A table of shares. Each cell shows its number, which the tint repeats. */
export function HeatTable({ caption, head, headNote, rows }: HeatTableProps) {
  const [row_head, size_head, ...cell_heads] = head
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area without controls is reached with the keyboard.
    <section aria-label={caption} tabIndex={0} className="relative overflow-x-auto rounded-md">
      <table className="w-full border-separate border-spacing-0.5 text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-muted-foreground">
          <tr>
            <td colSpan={2} />
            <th scope="colgroup" colSpan={cell_heads.length} className="pb-1 text-start font-normal text-xs">
              {headNote}
            </th>
          </tr>
          <tr>
            <th scope="col" className="py-1.5 pe-3 text-start font-medium">
              {row_head}
            </th>
            <th scope="col" className="px-2 py-1.5 text-end font-medium">
              {size_head}
            </th>
            {cell_heads.map((name) => (
              <th key={name} scope="col" className="figures px-2 py-1.5 text-center font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, size, cells }) => (
            <tr key={key}>
              <th scope="row" className="whitespace-nowrap py-1.5 pe-3 text-start font-medium">
                {label}
              </th>
              <td className="figures px-2 py-1.5 text-end text-muted-foreground">{size}</td>
              {cells.map((cell, index) =>
                cell ? (
                  <td
                    key={cell_heads[index]}
                    title={cell.title}
                    className={cn(
                      'figures min-w-11 rounded-md px-2 py-1.5 text-center text-foreground',
                      cell.is_partial && 'outline-1 outline-muted-foreground outline-dotted -outline-offset-1',
                    )}
                    style={{
                      background: `color-mix(in oklab, var(--chart-3) ${Math.round(cell.share * 0.62)}%, var(--card))`,
                    }}
                  >
                    {formatNumber(Math.round(cell.share))}
                    <span aria-hidden className="text-[0.7em]">
                      %
                    </span>
                    <span className="sr-only">percent, {cell.title}</span>
                  </td>
                ) : (
                  <td key={cell_heads[index]} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
