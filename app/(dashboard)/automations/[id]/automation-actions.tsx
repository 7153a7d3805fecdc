import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { FlaskConical, Rocket } from '@/components/generated/icons'
import { RowMenu } from '@/components/list/row-menu'
import { useHasRole } from '@/components/role'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { Field } from '@/components/ui/field'
import { onDemand } from '@/components/ui/on-demand'
import { toast } from '@/components/ui/sonner'
import { Switch } from '@/components/ui/switch'
import type { AutomationDetail } from '@/server/modules/automations/schema.ts'
import type { NameOf } from '../graph/words'
import { useAutomationDeletion } from '../use-automation-deletion'
import { useChangeKind } from '../use-change-kind'
import { useDuplicate } from '../use-duplicate'
import { usePanel } from './panels/panel-context'
import type { LifecycleAction } from './publishing/lifecycle-dialogs'
import type { EditedDraft } from './use-draft'

const LifecycleDialog = onDemand(async () => (await import('./publishing/lifecycle-dialogs')).LifecycleDialog)

const PublishDialog = onDemand(async () => (await import('./publishing/publish-dialog')).PublishDialog)

interface AutomationActionsProps {
  automation: AutomationDetail
  editing: EditedDraft
  nameOf: NameOf
}

/** Publishes, pauses, duplicates and deletes the automation. A rule has a switch instead. */
export function AutomationActions({ automation, editing, nameOf }: AutomationActionsProps) {
  const router = useRouter()
  const { id, state, kind } = automation
  const [publishing, setPublishing] = useState(false)
  const [saving, setSaving] = useState(false)
  const [action, setAction] = useState<LifecycleAction>()
  const duplicate = useDuplicate()
  const { requireComplete } = usePanel()
  const changeKind = useChangeKind()
  const list = kind === 'rule' ? '/automations?tab=rule' : '/automations'
  const leave = () => router.replace(list)
  const deletion = useAutomationDeletion(leave)
  const may_write = useHasRole('editor')
  if (!may_write) return null
  const is_new = automation.version === null
  const openAction = deletion.question.row ? 'delete' : action

  /** Saves first, because publishing uses the stored draft. */
  async function afterSaving(next: () => unknown) {
    setSaving(true)
    try {
      await editing.flush()
      await next()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setSaving(false)
    }
  }

  /** Requires complete steps, because incomplete ones are not stored and would be missing. */
  function startPublishing() {
    if (requireComplete()) void afterSaving(() => setPublishing(true))
    else toast.error('Fix the fields marked in red first.')
  }

  /** Requires complete steps, because incomplete ones exist only in the form and would be lost. */
  function convert() {
    if (requireComplete()) void afterSaving(() => changeKind({ id, kind: 'visual' }))
    else toast.error('Complete or remove the parts marked in red before you convert the rule.')
  }

  const dryRun = () => router.push(`/automations/${id}/dry-run`)

  return (
    <>
      {kind === 'rule' ? (
        <Field label={state === 'live' ? 'On' : 'Off'} layout="inline" className="me-2 items-center">
          <Switch
            checked={state === 'live'}
            onCheckedChange={(checked) => {
              if (!checked) setAction('pause')
              else if (state === 'paused') setAction('resume')
              else startPublishing()
            }}
          />
        </Field>
      ) : null}
      {kind === 'visual' && state !== 'draft' ? (
        <Button variant="outline" onClick={() => setAction(state === 'live' ? 'pause' : 'resume')}>
          {state === 'live' ? 'Pause' : 'Resume'}
        </Button>
      ) : null}
      <Button variant="outline" pending={saving} onClick={() => void afterSaving(dryRun)}>
        <FlaskConical aria-hidden /> <span className={state === 'draft' ? undefined : 'max-sm:sr-only'}>Dry run</span>
      </Button>
      {is_new || automation.has_changes ? (
        <Button pending={saving} onClick={startPublishing}>
          <Rocket aria-hidden /> {is_new ? 'Publish' : 'Publish changes'}
        </Button>
      ) : null}
      <RowMenu name={editing.draft.name}>
        {automation.is_locked ? null : (
          <DropdownMenuItem onSelect={() => void afterSaving(() => duplicate({ id }))}>Duplicate</DropdownMenuItem>
        )}
        {kind === 'rule' && !automation.is_locked ? (
          <DropdownMenuItem onSelect={convert}>Convert to automation</DropdownMenuItem>
        ) : null}
        <DropdownMenuItem
          label="Delete"
          variant="destructive"
          onSelect={() => deletion.start({ id, name: editing.draft.name })}
        />
      </RowMenu>
      {publishing ? (
        <PublishDialog automation={automation} editing={editing} nameOf={nameOf} onClose={() => setPublishing(false)} />
      ) : null}
      <LifecycleDialog
        open={openAction !== undefined}
        automation={{ id, name: editing.draft.name, kind }}
        action={openAction}
        onClose={() => {
          setAction(undefined)
          deletion.question.onClose()
        }}
        onDeleted={leave}
      />
    </>
  )
}
