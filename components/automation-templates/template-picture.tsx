import type { Picture, Pictured } from '@/server/modules/automation-templates/picture-schema.ts'

// Sizes in units of the drawing.
const COLUMN = 188
const ROW = 62
const BOX = { width: 172, height: 38 }

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

interface Marked {
  /** Indexes of boxes. */
  boxes: ReadonlySet<number>
  mark: 'New' | 'Removed'
}

const MARKS: Record<Marked['mark'], string> = { New: 'fill-success', Removed: 'fill-warning' }

interface TemplatePictureProps {
  picture: Picture
  className?: string
  /** Pixels of the screen for each unit, for pictures beside each other. Default: as large as there is room. */
  scale?: number
  /** Boxes that the other version does not have. */
  marks?: Marked | undefined
}

/** The diagram of a template: its steps and their connections. */
export function TemplatePicture({ picture, className, scale, marks }: TemplatePictureProps) {
  const width = Math.max(1, picture.columns) * COLUMN
  const height = Math.max(1, picture.rows) * ROW
  return (
    <svg
      role="img"
      aria-label={`Automation diagram: ${picture.boxes.length + picture.more} steps and triggers${
        marks?.boxes.size ? `, ${marks.boxes.size} ${marks.mark.toLowerCase()}` : ''
      }`}
      viewBox={`0 0 ${width} ${height}`}
      {...(scale ? { width: width * scale, height: height * scale } : {})}
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
      {picture.boxes.map(({ kind, label, column, row }, box) => (
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
          {marks?.boxes.has(box) ? (
            <>
              <rect
                x={-4}
                y={-4}
                width={BOX.width + 8}
                height={BOX.height + 8}
                rx={12}
                strokeWidth={2.5}
                strokeDasharray={marks.mark === 'Removed' ? '5 4' : undefined}
                className={`fill-none ${marks.mark === 'New' ? 'stroke-success' : 'stroke-warning'}`}
              />
              <circle cx={BOX.width} cy={0} r={7} className={MARKS[marks.mark]} />
              <text
                x={BOX.width}
                y={0}
                textAnchor="middle"
                dominantBaseline="central"
                className="fill-background font-bold text-[11px]"
              >
                {marks.mark === 'New' ? '+' : '−'}
              </text>
            </>
          ) : null}
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
