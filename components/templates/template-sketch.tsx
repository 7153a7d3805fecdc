import { Code } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'
import { BUILT_IN_DESIGNS, type LayoutDesign, type LayoutName, styledDesign } from '@/server/mail/layout-design.ts'
import type { StyleDetail } from '@/server/modules/style/schema.ts'

/** Returns the design of a built-in layout, in the account's style if it chose one. */
export function builtInDesign(name: string, style: StyleDetail | undefined): LayoutDesign {
  const base = name in BUILT_IN_DESIGNS ? (name as LayoutName) : 'Classic'
  return style?.is_chosen ? styledDesign(base, { ...style.choices, logo: style.logo }) : BUILT_IN_DESIGNS[base]
}

/** A small drawing of an email with this design. Null: a creator's HTML. */
export function TemplateSketch({ design, className }: { design: LayoutDesign | null; className?: string }) {
  const frame = cn('block shrink-0 overflow-hidden rounded-md border border-border', className)
  if (!design)
    return (
      <span aria-hidden className={cn(frame, 'grid place-items-center bg-muted text-muted-foreground')}>
        <Code className="size-1/3" strokeWidth={1.75} />
      </span>
    )
  const { base, page_color, sheet_color, text_color, link_color, button_color, button_style, logo, header } = design
  const is_card = base === 'Card'
  const margin = is_card ? 14 : base === 'Text Only' ? 6 : 12
  const has_masthead = logo !== null || header.trim() !== ''
  const top = has_masthead ? 14 : 8
  const radius = { rounded: 1.5, square: 0, pill: 3, outline: 1.5 }[button_style]
  return (
    <svg aria-hidden viewBox="0 0 60 76" className={frame}>
      <rect width="60" height="76" fill={page_color} />
      {has_masthead ? <rect x="24" y="5" width="12" height="4" rx="1" fill={text_color} opacity="0.55" /> : null}
      <rect
        x={base === 'Text Only' ? 0 : 7}
        y={top}
        width={base === 'Text Only' ? 60 : 46}
        height={58 - (top - 8)}
        rx={is_card ? 3 : 0}
        fill={sheet_color}
        stroke={is_card ? text_color : 'none'}
        strokeOpacity="0.18"
        strokeWidth="0.75"
      />
      {base === 'Classic' ? <rect x="7" y={top} width="46" height="1.5" fill={text_color} /> : null}
      <rect x={margin} y={top + 6} width="24" height="4" rx="1" fill={text_color} />
      {[0, 1, 2].map((line) => (
        <rect
          key={line}
          x={margin}
          y={top + 15 + line * 4.5}
          width={line === 2 ? 20 : 32}
          height="1.75"
          rx="0.75"
          fill={text_color}
          opacity="0.4"
        />
      ))}
      <rect x={margin} y={top + 29} width="14" height="1.75" rx="0.75" fill={link_color} />
      <rect
        x={margin}
        y={top + 35}
        width="18"
        height="6"
        rx={radius}
        fill={button_style === 'outline' ? 'none' : button_color}
        stroke={button_style === 'outline' ? button_color : 'none'}
      />
      <rect x={margin} y="70" width="16" height="1.5" rx="0.75" fill={text_color} opacity="0.25" />
    </svg>
  )
}
