import type { ReactNode } from 'react'
import { SectionCard } from '@/components/ui/card'
import { SETTING_LABELS } from '@/server/core/instance/setting-labels.ts'

/** Returns props for the form field of a setting. */
export const settingProps = <Fields, Name extends keyof typeof SETTING_LABELS>(control: Fields, name: Name) => ({
  control,
  name,
  label: SETTING_LABELS[name],
})

interface SectionProps {
  title: string
  description: string
  /** Anchor for links. */
  id?: string
  children: ReactNode
}

/** Settings on one subject. */
export function Section({ title, description, id, children }: SectionProps) {
  return (
    <SectionCard id={id} cardClassName="scroll-mt-20" title={title} description={description} className="grid gap-5">
      {children}
    </SectionCard>
  )
}
