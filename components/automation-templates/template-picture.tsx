import type { Picture, Pictured } from '@/server/modules/automation-templates/picture-schema.ts'

// Sizes in the units of the drawing.
const COLUMN = 132
const ROW = 62
const BOX = { width: 116, height: 38 }

const FILLS: Record<Pictured, string> = {
  trigger: 'fill-primary-soft stroke-primary',
  email: 'fill-info-soft stroke-info',
  action: 'fill-card stroke-border',
  app: 'fill-secondary stroke-border',
  wait: 'fill-warning-soft stroke-warning',
  branch: 'fill-secondary stroke-primary',
  goal: 'fill-success-soft stroke-success',
  end: 'fill-muted stroke-border',
}

/** The preview picture of a template: its steps and how they follow each other. */
export function TemplatePicture({ picture, className }: { picture: Picture; className?: string }) {
  const width = Math.max(1, picture.columns) * COLUMN
  const height = Math.max(1, picture.rows) * ROW
  return (
    <svg
      role="img"
      aria-label={`Picture of the automation: ${picture.boxes.length + picture.more} steps and triggers`}
      viewBox={`0 0 ${width} ${height}`}
      className={className}
    >
      {picture.lines.map(([from, to]) => {
        const [start, end] = [picture.boxes[from], picture.boxes[to]]
        return start && end ? (
          <path
            key={`${from} ${to}`}
            d={pathOf(start, end)}
            className="fill-none stroke-muted-foreground/60"
            strokeWidth={1.5}
          />
        ) : null
      })}
      {picture.boxes.map(({ kind, label, column, row }) => (
        <g key={`${column} ${row}`} transform={`translate(${column * COLUMN + 8} ${row * ROW + 12})`}>
          <rect {...BOX} rx={9} className={FILLS[kind]} strokeWidth={1.25} />
          <text
            x={BOX.width / 2}
            y={BOX.height / 2}
            textAnchor="middle"
            dominantBaseline="central"
            className="fill-foreground font-medium text-[12px]"
          >
            {label}
          </text>
        </g>
      ))}
    </svg>
  )
}

type Place = { column: number; row: number }

function pathOf(start: Place, end: Place): string {
  const [x, y] = [start.column * COLUMN + 8 + BOX.width / 2, start.row * ROW + 12 + BOX.height]
  const [to_x, to_y] = [end.column * COLUMN + 8 + BOX.width / 2, end.row * ROW + 12]
  return `M ${x} ${y} C ${x} ${y + 18}, ${to_x} ${to_y - 18}, ${to_x} ${to_y}`
}
