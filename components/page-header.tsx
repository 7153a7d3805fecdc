import Link from 'next/link'
import type { ReactNode } from 'react'
import { ArrowLeft } from '@/components/generated/icons'
import { NamingHeading, PageName } from '@/components/page-name'
import { cn } from '@/components/ui/cn'

const widths = { narrow: 'max-w-2xl', default: 'max-w-6xl', wide: 'max-w-none' }

/** The container of a dashboard page. */
export function Page({
  width = 'default',
  className,
  children,
}: {
  width?: keyof typeof widths
  className?: string
  children: ReactNode
}) {
  return (
    <div
      className={cn(
        'mx-auto grid w-full grid-cols-[minmax(0,1fr)] content-start gap-8 px-4 pt-6 pb-16 sm:px-8 lg:px-10 lg:pt-10',
        widths[width],
        className,
      )}
    >
      {children}
    </div>
  )
}

interface PageHeaderProps {
  title: ReactNode
  /** Name of the page’s record, if it is not the heading. */
  name?: string
  /** Purpose of the page, or state of its record. */
  description?: ReactNode
  /** Shown beside the title, such as a status badge. */
  badge?: ReactNode
  back?: { href: string; label: string }
  actions?: ReactNode
}

const HEADING = 'min-w-0 font-semibold text-2xl tracking-[-0.022em] [overflow-wrap:anywhere]'

/** A page with a `back` link shows a single record, whose name starts the document's title. */
export function PageHeader({ title, name, description, badge, back, actions }: PageHeaderProps) {
  return (
    <header className="grid gap-3">
      {back ? <BackLink {...back} /> : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        {/* A long name wraps before the actions move to another line. */}
        <div className="grid min-w-0 flex-1 basis-72 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            {back && !name ? (
              <NamingHeading className={HEADING}>{title}</NamingHeading>
            ) : (
              <h1 className={HEADING}>{title}</h1>
            )}
            {name ? <PageName name={name} /> : null}
            {badge}
          </div>
          {description ? <div className="max-w-prose text-pretty text-muted-foreground">{description}</div> : null}
        </div>
        {/* Filters are half as wide as a phone, so their row must have its full width. */}
        {actions ? <div className="flex flex-wrap items-center gap-2 max-sm:has-[select]:w-full">{actions}</div> : null}
      </div>
    </header>
  )
}

/** A link back to the list. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Link
      href={href}
      className="-ms-1 inline-flex w-fit items-center gap-1.5 rounded-md px-1 py-1 text-muted-foreground text-sm transition-colors hover:text-foreground"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {label}
    </Link>
  )
}
