import { type ReactNode, useRef, useState } from 'react'
import { errorText } from '@/components/error-text'
import { Download, Image as Picture, Table2 } from '@/components/generated/icons'
import { IconButton } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import { toast } from '@/components/ui/sonner'
import type { Figures } from './save-chart'

interface ChartPanelProps {
  title: string
  description?: ReactNode
  /** Data of the chart, for the table and CSV file. Without rows there is no menu. */
  figures: Figures
  /** Number formats of the table’s columns. Default: unformatted. */
  formats?: readonly (((value: number) => string) | undefined)[]
  /** Subject of the figures, used as the start of the file name. */
  fileName: string
  /** True if the chart is already a table and needs no other. */
  isTable?: boolean
  children: ReactNode
}

/** A chart with a table view that can be saved as an image or CSV file. */
export function ChartPanel({
  title,
  description,
  figures,
  formats = [],
  fileName,
  isTable = false,
  children,
}: ChartPanelProps) {
  const chart = useRef<HTMLDivElement>(null)
  const [as_table, setAsTable] = useState(false)
  const has_menu = figures.rows.length > 0
  async function savePicture() {
    try {
      const { savePicture: save } = await import('./save-chart')
      if (chart.current) await save(chart.current, fileName)
    } catch (error) {
      toast.error(`The image was not saved: ${errorText(error)}`)
    }
  }
  async function saveCsv() {
    try {
      const { saveCsv: save } = await import('./save-chart')
      save(figures, fileName)
    } catch (error) {
      toast.error(`The file was not saved: ${errorText(error)}`)
    }
  }
  return (
    <SectionCard
      title={title}
      description={description}
      actions={
        has_menu ? (
          <>
            {isTable ? null : (
              <IconButton
                icon={Table2}
                label={`Show “${title}” as a table`}
                aria-pressed={as_table}
                onClick={() => setAsTable(!as_table)}
              />
            )}
            <DropdownMenu>
              <DropdownMenuTrigger asChild>
                <IconButton icon={Download} label={`Download “${title}”`} />
              </DropdownMenuTrigger>
              <DropdownMenuContent align="end">
                <DropdownMenuItem icon={Picture} label="Download image" onSelect={() => void savePicture()} />
                <DropdownMenuItem icon={Table2} label="Download CSV" onSelect={() => void saveCsv()} />
              </DropdownMenuContent>
            </DropdownMenu>
          </>
        ) : undefined
      }
    >
      <div ref={chart} className="grid min-w-0 gap-4 text-foreground">
        {/* Only in the saved image, which has no card with the title. */}
        <p className="hidden font-semibold text-lg tracking-tight [.light-colors>&]:block">{title}</p>
        {as_table ? <FigureTable caption={title} figures={figures} formats={formats} /> : children}
      </div>
    </SectionCard>
  )
}

type FigureTableProps = { caption: string; figures: Figures } & Required<Pick<ChartPanelProps, 'formats'>>

function FigureTable({ caption, figures: { columns, rows }, formats }: FigureTableProps) {
  return (
    // A long table scrolls inside the card, including by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area without controls is reached with the keyboard.
    <section aria-label={caption} tabIndex={0} className="relative max-h-96 overflow-auto rounded-md">
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-card text-start text-muted-foreground">
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col" className={at === 0 ? 'py-2 pe-4' : 'whitespace-nowrap px-3 py-2 text-end'}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {rows.map(([head, ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move, and two may have the same first cell.
            <tr key={row}>
              <th scope="row" className="py-2 pe-4 text-start font-normal [overflow-wrap:anywhere]">
                {head}
              </th>
              {cells.map((cell, at) => (
                <td key={columns[at + 1]} className="figures whitespace-nowrap px-3 py-2 text-end">
                  {cell === null ? '–' : typeof cell === 'number' ? (formats[at + 1]?.(cell) ?? cell) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
