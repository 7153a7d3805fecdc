'use client'

import { useRouter } from 'next/navigation'
import { FilterTabs } from '@/components/list/list-filters'

const OPTIONS = [
  { value: 'visual', label: 'Automations' },
  { value: 'rule', label: 'Rules' },
  { value: 'templates', label: 'Templates' },
] as const
type Tab = (typeof OPTIONS)[number]['value']
const PATHS: Record<Tab, string> = {
  visual: '/automations',
  rule: '/automations?tab=rule',
  templates: '/automations/templates',
}

/** Tabs for automations, rules and templates. Templates have a separate page, because their list differs. */
export function AutomationTabs({ value }: { value: Tab }) {
  const router = useRouter()
  return (
    <FilterTabs<Tab>
      label="Kind"
      value={value}
      options={[...OPTIONS]}
      onChange={(tab) => router.push(PATHS[tab ?? 'visual'])}
    />
  )
}
