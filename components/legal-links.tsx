import { cn } from '@/components/ui/cn'

interface LegalLinksProps {
  links: readonly { label: string; href: string }[]
  className?: string
}

/** The instance's links in the footer of a page, such as its terms of service. */
export function LegalLinks({ links, className }: LegalLinksProps) {
  if (links.length === 0) return null
  return (
    <footer className={cn('flex flex-wrap gap-x-5 gap-y-1 text-muted-foreground text-sm', className)}>
      {links.map(({ label, href }) => (
        <a key={label} href={href} className="hover:text-foreground hover:underline">
          {label}
        </a>
      ))}
    </footer>
  )
}
