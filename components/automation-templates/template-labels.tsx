import { Badge } from '@/components/ui/badge'
import type { Label } from '@/server/modules/automation-templates/schema.ts'
import { LABELS } from '@/server/modules/automation-templates/values-schema.ts'

/** Feature labels of a template. */
export function TemplateLabels({ labels }: { labels: readonly Label[] }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {labels.map((label) => (
        <Badge key={label}>{LABELS[label]}</Badge>
      ))}
    </span>
  )
}
