import type { ReactNode } from 'react'
import { BackLink, PageHeader } from '@/components/page-header'
import { cn } from '@/components/ui/cn'

interface SettingsPageProps {
  title: string
  description?: ReactNode
  actions?: ReactNode
  /** True for forms, whose lines would be too long at the width of a table. */
  isForm?: boolean
  children: ReactNode
}

/** A page of the settings. On phones, it leads back to their list. */
export function SettingsPage({ title, description, actions, isForm = false, children }: SettingsPageProps) {
  return (
    <>
      <div className="grid gap-3">
        <div className="lg:hidden">
          <BackLink href="/settings" label="Settings" />
        </div>
        <PageHeader title={title} description={description} actions={actions} />
      </div>
      <div className={cn('grid grid-cols-[minmax(0,1fr)] gap-6', isForm && 'max-w-2xl')}>{children}</div>
    </>
  )
}
