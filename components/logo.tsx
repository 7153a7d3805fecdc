import { cn } from '@/components/ui/cn'

/** The logo: an "e" with a slanted bar and a dot. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={cn('size-8 shrink-0', className)}>
      <rect width="32" height="32" rx="9" fill="oklch(0.42 0.08 216)" />
      <path
        d="M7.4 19.4 21.2 14.2A7.1 7.1 0 0 0 7.4 17a7.3 7.3 0 0 0 12.6 4.9"
        stroke="oklch(0.985 0.006 210)"
        strokeWidth="2.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="24.7" cy="8.7" r="2.4" fill="oklch(0.7 0.165 42)" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark />
      <span className="font-bold text-xl tracking-[-0.035em]">Envoi</span>
    </span>
  )
}
