import { Logo, LogoMark } from '@/components/logo'
import { Row, Section } from './section'

const swatches = [
  ['bg-background', 'background'],
  ['bg-card', 'card'],
  ['bg-muted', 'muted'],
  ['bg-secondary', 'secondary'],
  ['bg-accent', 'accent'],
  ['bg-sidebar', 'sidebar'],
  ['bg-primary', 'primary'],
  ['bg-primary-soft', 'primary-soft'],
  ['bg-stamp', 'stamp'],
  ['bg-stamp-soft', 'stamp-soft'],
  ['bg-success', 'success'],
  ['bg-success-soft', 'success-soft'],
  ['bg-warning', 'warning'],
  ['bg-warning-soft', 'warning-soft'],
  ['bg-info', 'info'],
  ['bg-info-soft', 'info-soft'],
  ['bg-destructive', 'destructive'],
  ['bg-destructive-soft', 'destructive-soft'],
  ['bg-chart-1', 'chart-1'],
  ['bg-chart-2', 'chart-2'],
  ['bg-chart-3', 'chart-3'],
  ['bg-chart-4', 'chart-4'],
] as const

const sizes = ['text-4xl', 'text-3xl', 'text-2xl', 'text-xl', 'text-lg', 'text-base', 'text-sm', 'text-xs'] as const

export function FoundationsSection() {
  return (
    <Section title="Foundations">
      <Row>
        <Logo />
        <LogoMark className="size-16" />
        <LogoMark className="size-5" />
      </Row>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
        {swatches.map(([style, name]) => (
          <li key={name} className="grid gap-1.5 text-muted-foreground text-xs">
            <span className={`h-12 rounded-lg border border-border ${style}`} />
            {name}
          </li>
        ))}
      </ul>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {sizes.map((size) => (
          <li key={size} className="flex items-baseline gap-6">
            <span className="w-20 shrink-0 text-muted-foreground text-xs">{size}</span>
            <span className={`${size} min-w-0 truncate font-semibold tracking-tight`}>
              How paper remembers the hand 1,234.5
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
