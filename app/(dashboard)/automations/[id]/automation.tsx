'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useRef, useState } from 'react'
import { SaveNote } from '@/components/email-editor/save-note'
import { FilterTabs } from '@/components/list/list-filters'
import { Page, PageHeader } from '@/components/page-header'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import type { AutomationDetail } from '@/server/modules/automations/schema.ts'
import { AutomationBadge } from '../automation-badge'
import { idsOf, newId } from '../graph/operations'
import { useNames } from '../use-names'
import { AutomationActions } from './automation-actions'
import { PanelProvider } from './panels/panel-context'
import { TABS } from './queries'
import { RenameButton } from './rename-button'
import { useDraft } from './use-draft'
import { RunningTasks } from './versions/running-tasks'

const AutomationEditor = dynamic(() => import('./editor/automation-editor').then((own) => own.AutomationEditor), {
  ssr: false,
})

const VersionList = dynamic(() => import('./versions/version-list').then((own) => own.VersionList))

const RunList = dynamic(() => import('./runs/run-list').then((own) => own.RunList))

const RuleForm = dynamic(() => import('./rule/rule-form').then((own) => own.RuleForm), { ssr: false })

// Loaded on demand, because few automations need them.
const LockedBanner = dynamic(
  () => import('@/components/automation-templates/locked-banner').then((own) => own.LockedBanner),
  { ssr: false },
)

const ConflictBar = dynamic(() => import('@/components/email-editor/conflict-bar').then((own) => own.ConflictBar))

const CurrentMigration = dynamic(() => import('./versions/current-migration').then((own) => own.CurrentMigration))

interface AutomationProps {
  account_id: string
  initial: AutomationDetail
}

/** An automation or rule: its draft with autosave, and its published version. */
export function Automation({ account_id, initial }: AutomationProps) {
  const trpc = useTRPC()
  const { id } = initial
  const { data: automation = initial } = useQuery(
    trpc.automations.get.queryOptions({ id }, { initialData: initial, staleTime: 60_000 }),
  )
  const editing = useDraft(automation)
  const editable = useHasRole('editor') && !automation.is_locked
  const { draft, saved } = editing
  const { nameOf, remember } = useNames({ graph: draft.graph, emails: automation.emails })
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('steps'))
  const [moving, setMoving] = useState<number>()
  const graph = useRef(draft.graph)
  graph.current = draft.graph
  const is_rule = automation.kind === 'rule'

  return (
    <PanelProvider
      automation_id={id}
      is_published={automation.version !== null}
      nameOf={nameOf}
      remember={remember}
      newId={() => newId(idsOf(graph.current))}
    >
      <Page {...(is_rule ? {} : { width: 'wide' as const })} className="gap-5">
        <PageHeader
          back={{ href: is_rule ? '/automations?tab=rule' : '/automations', label: is_rule ? 'Rules' : 'Automations' }}
          title={draft.name}
          badge={
            <>
              {editable ? <RenameButton name={draft.name} edit={editing.edit} /> : null}
              <AutomationBadge state={automation.state} kind={automation.kind} />
              {automation.has_changes && automation.state !== 'draft' ? (
                <Badge tone="outline">Unpublished changes</Badge>
              ) : null}
            </>
          }
          description={
            <SaveNote state={saved.state} {...(saved.problem === undefined ? {} : { problem: saved.problem })} />
          }
          actions={<AutomationActions automation={automation} editing={editing} nameOf={nameOf} />}
        />
        {editing.conflict ? (
          <ConflictBar saving={editing}>
            Your last changes are not saved. If you load their version, you can bring yours back with Undo.
          </ConflictBar>
        ) : null}
        {automation.is_locked ? <LockedBanner automation_id={id} /> : null}
        {automation.version === null ? null : <RunningTasks automation_id={id} />}
        {automation.version === null ? null : (
          <FilterTabs
            label="Part"
            value={tab}
            options={[
              { value: 'steps', label: is_rule ? 'Rule' : 'Steps' },
              { value: 'subscribers', label: is_rule ? 'History' : 'Subscribers' },
              { value: 'versions', label: 'Versions' },
            ]}
            onChange={(next) => void setTab(next)}
          />
        )}
        {tab === 'subscribers' ? (
          <RunList automation={automation} graph={draft.graph} nameOf={nameOf} onMove={setMoving} />
        ) : tab === 'versions' ? (
          <VersionList automation_id={id} onMove={setMoving} />
        ) : is_rule ? (
          <RuleForm key={editing.jump} automation_id={id} edited={editing} editable={editable} nameOf={nameOf} />
        ) : (
          <AutomationEditor
            automation={automation}
            account_id={account_id}
            editing={editing}
            editable={editable}
            nameOf={nameOf}
          />
        )}
        {moving === undefined || automation.version === null ? null : (
          <CurrentMigration
            automation_id={id}
            version={automation.version}
            from_version={moving}
            onClose={() => setMoving(undefined)}
          />
        )}
      </Page>
    </PanelProvider>
  )
}
