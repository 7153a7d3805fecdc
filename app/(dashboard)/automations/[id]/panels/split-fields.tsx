import type { ReactNode } from 'react'
import { Plus, X } from '@/components/generated/icons'
import { NumberField } from '@/components/number-field'
import { Button, IconButton } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { t } from '@/server/lib/locale/texts.ts'
import type { Step } from '@/server/modules/automations/graph-schema.ts'
import { usePanel } from './panel-context'
import { CustomFieldPicker, TagPicker } from './pickers'

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

interface FieldsProps<Kind extends Step['kind']> {
  value: StepOf<Kind>
  onChange: (value: StepOf<Kind>) => void
}

const MOST = 20

/** A branch per tag or value. Subscribers take the first matching one. */
export function SplitFields({ value, onChange }: FieldsProps<'split'>) {
  const { newId } = usePanel()
  const { by, branches } = value
  const change = (id: string, part: { label?: string; value?: string }) =>
    onChange({ ...value, branches: branches.map((branch) => (branch.id === id ? { ...branch, ...part } : branch)) })
  return (
    <>
      {by.type === 'field' ? (
        <CustomFieldPicker
          value={by.custom_field_id}
          onChange={(custom_field_id) => onChange({ ...value, by: { ...by, custom_field_id } })}
        />
      ) : null}
      <Branches
        description="The first matching branch is taken. Everyone else continues with “Otherwise”."
        onAdd={() => onChange({ ...value, branches: [...branches, { id: newId(), label: '', value: '', next: null }] })}
        is_full={branches.length >= MOST}
      >
        {branches.map((branch, index) => (
          <Branch
            key={branch.id}
            name={branch.label || t`branch ${index + 1}`}
            onRemove={
              branches.length > 1
                ? () => onChange({ ...value, branches: branches.filter(({ id }) => id !== branch.id) })
                : undefined
            }
          >
            {by.type === 'tag' ? (
              <TagPicker
                value={Number(branch.value) || 0}
                onChange={(id, name = `Tag ${index + 1}`) =>
                  change(branch.id, { value: String(id), label: name.slice(0, 80) })
                }
              />
            ) : (
              <Field label="Value">
                <Input
                  value={branch.value}
                  maxLength={2_000}
                  onChange={(event) =>
                    change(branch.id, { value: event.target.value, label: event.target.value.slice(0, 80) })
                  }
                />
              </Field>
            )}
          </Branch>
        ))}
      </Branches>
    </>
  )
}

/** Percentages that add up to 100. */
export function RandomSplitFields({ value, onChange }: FieldsProps<'random_split'>) {
  const { newId } = usePanel()
  const { branches } = value
  const total = branches.reduce((sum, { percent }) => sum + percent, 0)
  const change = (id: string, part: { label?: string; percent?: number }) =>
    onChange({ ...value, branches: branches.map((branch) => (branch.id === id ? { ...branch, ...part } : branch)) })
  return (
    <>
      <Branches
        description="The same subscriber always takes the same branch."
        onAdd={() =>
          onChange({
            ...value,
            branches: [
              ...branches,
              { id: newId(), label: nameAt(branches.length), percent: Math.max(0, 100 - total), next: null },
            ],
          })
        }
        is_full={branches.length >= MOST}
      >
        {branches.map((branch) => (
          <Branch
            key={branch.id}
            name={branch.label}
            onRemove={
              branches.length > 2
                ? () => onChange({ ...value, branches: branches.filter(({ id }) => id !== branch.id) })
                : undefined
            }
          >
            <div className="grid grid-cols-[1fr_6rem] gap-3">
              <Field label="Name">
                <Input
                  value={branch.label}
                  maxLength={80}
                  onChange={(event) => change(branch.id, { label: event.target.value })}
                />
              </Field>
              <NumberField
                label="Percent"
                min={0}
                max={100}
                is_autosaved
                value={branch.percent}
                onChange={(percent) => change(branch.id, { percent })}
              />
            </div>
          </Branch>
        ))}
      </Branches>
      {total === 100 ? null : (
        <p role="status" className="text-sm text-warning-ink">
          The percentages add up to {total}, not 100.
        </p>
      )}
    </>
  )
}

const nameAt = (at: number) => String.fromCharCode(65 + at)

interface BranchesProps {
  description: string
  is_full: boolean
  onAdd: () => void
  children: ReactNode
}

function Branches({ description, is_full, onAdd, children }: BranchesProps) {
  return (
    <section aria-label="Branches" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-0.5">
        <h3 className="font-medium text-sm">Branches</h3>
        <p className="text-muted-foreground text-sm">{description}</p>
      </div>
      {children}
      {is_full ? null : (
        <Button variant="outline" className="w-fit" onClick={onAdd}>
          <Plus aria-hidden /> Add branch
        </Button>
      )}
    </section>
  )
}

function Branch({
  name,
  onRemove,
  children,
}: {
  name: string
  onRemove?: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <fieldset
      className={cn(
        'grid min-w-0 items-end gap-2 rounded-xl border border-border p-4',
        onRemove ? 'grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-[minmax(0,1fr)]',
      )}
    >
      <legend className="sr-only">{name}</legend>
      {children}
      {onRemove ? <IconButton icon={X} label={`Remove branch ${name}`} size="icon" onClick={onRemove} /> : null}
    </fieldset>
  )
}
