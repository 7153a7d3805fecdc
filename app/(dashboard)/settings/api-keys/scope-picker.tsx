import { useId } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import type { Right } from '@/server/core/scopes.ts'
import { t } from '@/server/lib/locale/texts.ts'

const labels = (): [Right, string][] => [
  ['read', t`See everything in this account`],
  ['write', t`Change subscribers and content, and send emails`],
  ['files:write', t`Change images, import and export`],
  ['automations:write', t`Run automations, and change who is in them`],
  ['sending:write', t`Control who gets email, and domains that send`],
  ['account:write', t`Change settings of the account`],
  ['privacy:write', t`Erase subscribers`],
  ['team:write', t`Change members, revoke keys and uninstall apps`],
]

interface ScopePickerProps {
  value: readonly Right[]
  onChange: (scopes: Right[]) => void
}

/** Permissions of a key, in words, each with its scope. */
export function ScopePicker({ value, onChange }: ScopePickerProps) {
  const id = useId()
  return (
    <div className="grid gap-3 rounded-lg border border-border px-4 py-3.5">
      {labels().map(([right, label]) => (
        <div key={right} className="flex items-start gap-2.5 text-sm">
          <Checkbox
            id={`${id}${right}`}
            checked={value.includes(right)}
            onCheckedChange={(on) => onChange([...value.filter((one) => one !== right), ...(on ? [right] : [])])}
            className="mt-0.5"
          />
          <label htmlFor={`${id}${right}`} className="grid min-w-0 flex-1 cursor-pointer gap-0.5">
            {label}
            <code className="text-muted-foreground text-xs">{right}</code>
          </label>
        </div>
      ))}
    </div>
  )
}
