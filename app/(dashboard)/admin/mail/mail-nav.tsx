'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { mailAdministration } from '@/components/shell/administration'
import { cn } from '@/components/ui/cn'

const tabs = [{ label: 'Overview', href: '/admin/mail' }, ...mailAdministration]

/** Tabs of the Mail pages, in a row that scrolls on phones. */
export function MailNav() {
  const pathname = usePathname()
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll when the page changes
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav aria-label="Mail" className="mx-auto w-full max-w-6xl px-4 pt-4 sm:px-8 lg:px-10">
      <ul ref={list} className="-mx-1.5 flex gap-3 overflow-x-auto border-border border-b [scrollbar-width:none]">
        {tabs.map(({ label, href }) => {
          const current = pathname === href
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={current ? 'page' : undefined}
                className={cn(
                  'relative -mb-px inline-flex h-10 items-center whitespace-nowrap rounded-t-md border-transparent border-b-2 px-1.5 font-medium text-muted-foreground text-sm transition-colors hover:text-foreground focus-visible:-outline-offset-2 max-md:h-11',
                  current && 'border-primary text-foreground',
                )}
              >
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
