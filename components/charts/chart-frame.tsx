import type { ReactNode } from 'react'

interface LegendEntry {
  label: string
  color: string
  dashed?: boolean
}

interface ChartFrameProps {
  /** Accessible name: one sentence about what the chart shows. */
  title: string
  legend?: readonly LegendEntry[]
  /** The data as text: column names, then rows. */
  table: { columns: readonly string[]; rows: readonly (readonly string[])[] }
  children: ReactNode
}

/** A chart, with a table of the same data for screen readers. */
export function ChartFrame({ title, legend, table, children }: ChartFrameProps) {
  return (
    <figure className="group/chart grid min-w-0 gap-4">
      <figcaption className="sr-only">{title}</figcaption>
      {legend ? (
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted-foreground text-sm" aria-hidden>
          {legend.map(({ label, color, dashed }) => (
            <li key={label} className="flex items-center gap-2">
              <svg width="14" height="6" aria-hidden="true">
                <line
                  x1="1"
                  x2="13"
                  y1="3"
                  y2="3"
                  stroke={color}
                  strokeWidth="3"
                  strokeLinecap="round"
                  strokeDasharray={dashed ? '2 5' : undefined}
                />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      ) : null}
      {/* The server guesses the width, so a chart may be too wide for a phone until it is drawn again. Clip it. */}
      <div className="min-w-0 overflow-hidden rounded-md [&_svg]:focus-visible:-outline-offset-2">{children}</div>
      <div className="sr-only group-has-[[data-plot]:empty]/chart:print:not-sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([head, ...cells]) => (
              <tr key={head}>
                <th scope="row">{head}</th>
                {cells.map((cell, index) => (
                  <td key={table.columns[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

interface ChartTooltipProps {
  title: string
  entries: readonly { label: string; value: string; color: string }[]
}

export function ChartTooltip({ title, entries }: ChartTooltipProps) {
  return (
    <div
      role="status"
      className="grid min-w-36 gap-1.5 rounded-lg border border-border bg-popover px-3 py-2.5 text-sm shadow-md"
    >
      <p className="font-medium">{title}</p>
      <dl className="grid gap-1">
        {entries.map(({ label, value, color }) => (
          <div key={label} className="flex items-center justify-between gap-6">
            <dt className="flex items-center gap-2 text-muted-foreground">
              <span aria-hidden className="size-2 rounded-full" style={{ background: color }} />
              {label}
            </dt>
            <dd className="figures font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Style shared by all axes. */
export const axisStyle = {
  axisLine: false,
  tickLine: false,
  tick: { fill: 'var(--muted-foreground)', fontSize: 12 },
} as const
