'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import { formatNumber } from '@/components/format'
import { Plus, TriangleAlert } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { NothingFound, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { RowMenu } from '@/components/list/row-menu'
import { IfRole, useHasRole } from '@/components/role'
import { SearchInput } from '@/components/search-input'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { LinkButton } from '@/components/ui/link-button'
import { onDemand } from '@/components/ui/on-demand'
import { Switch } from '@/components/ui/switch'
import type { ListedAutomation } from '@/server/modules/automations/schema.ts'
import { KINDS } from '@/server/modules/automations/values-schema.ts'
import { type LifecycleAction, LifecycleDialog } from './[id]/publishing/lifecycle-dialogs'
import { AutomationBadge } from './automation-badge'
import { AutomationTabs } from './automation-tabs'
import { heldHref } from './hrefs'
import { AUTOMATION_FILTERS, automationListQuery } from './queries'
import { useAutomationDeletion } from './use-automation-deletion'
import { useDuplicate } from './use-duplicate'

const NewAutomationDialog = onDemand(async () => (await import('./new-automation-dialog')).NewAutomationDialog)

/** Automations and rules, with the number of subscribers in each. */
export function Automations() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const [creating, setCreating] = useQueryState('new', parseAsStringLiteral(KINDS))
  const { values, clear } = useListFilters(AUTOMATION_FILTERS)
  const kind = values.tab
  const search = values.q.trim()
  const automations = useQuery(automationListQuery(trpc, values, cursor))
  const duplicate = useDuplicate()
  const may_write = useHasRole('editor')
  const [question, setQuestion] = useState<{ row: ListedAutomation; action: LifecycleAction }>()
  const deletion = useAutomationDeletion<ListedAutomation>()
  const { row: rowToDelete } = deletion.question
  const switchTo = (row: ListedAutomation, on: boolean) => setQuestion({ row, action: on ? 'resume' : 'pause' })
  // Keyed by tab, because colors would otherwise fade between the buttons of two tabs.
  const newRule = (
    <Button
      key={`rule ${kind}`}
      variant={kind === 'rule' ? 'primary' : 'outline'}
      onClick={() => void setCreating('rule')}
    >
      <Plus aria-hidden /> New rule
    </Button>
  )
  const newAutomation = (
    <Button
      key={`visual ${kind}`}
      variant={kind === 'visual' ? 'primary' : 'outline'}
      onClick={() => void setCreating('visual')}
    >
      <Plus aria-hidden /> New automation
    </Button>
  )

  return (
    <ListPage
      title="Automations"
      description="Emails and actions that start when subscribers join, buy, click or reach a date."
      actions={
        <IfRole atLeast="editor">
          {newRule}
          {newAutomation}
        </IfRole>
      }
      tabs={<AutomationTabs value={kind} />}
      filters={<SearchInput label={kind === 'rule' ? 'Search rules' : 'Search automations'} />}
      list={automations}
      rowId={({ id }) => id}
      rowHref={({ id }) => `/automations/${id}`}
      columns={[
        { header: 'Name', cell: (row) => <NameCell automation={row} /> },
        { header: 'State', phone: 'aside', cell: (row) => <StateCell automation={row} /> },
        { header: 'Entered', from: 'lg', figure: ({ entered }) => formatNumber(entered) },
        { header: 'Inside', figure: ({ inside }) => formatNumber(inside) },
        { header: 'Stuck', align: 'end', cell: (row) => <Held automation={row} /> },
        { header: 'Completed', figure: ({ completed }) => formatNumber(completed) },
      ]}
      {...(may_write && {
        rowActions: (row: ListedAutomation) => (
          <span className="flex items-center justify-end gap-2">
            {row.kind === 'rule' && row.state !== 'draft' ? (
              <Switch
                className="ms-4"
                aria-label={`${row.name} is on`}
                checked={row.state === 'live'}
                onCheckedChange={(on) => switchTo(row, on)}
              />
            ) : null}
            <RowMenu name={row.name}>
              {row.state === 'draft' ? null : (
                <DropdownMenuItem onSelect={() => switchTo(row, row.state === 'paused')}>
                  {row.state === 'live' ? 'Pause' : 'Resume'}
                </DropdownMenuItem>
              )}
              {row.is_locked ? null : (
                <DropdownMenuItem onSelect={() => void duplicate(row)}>Duplicate</DropdownMenuItem>
              )}
              <DropdownMenuItem label="Delete" variant="destructive" onSelect={() => deletion.start(row)} />
            </RowMenu>
          </span>
        ),
      })}
      empty={
        search ? (
          <NothingFound
            title={kind === 'rule' ? 'No rules found' : 'No automations found'}
            description={`Nothing is named “${search}”.`}
            clearLabel="Clear search"
            onClear={clear}
          />
        ) : (
          {
            illustration: 'inbox',
            title: kind === 'rule' ? 'No rules yet' : 'No automations yet',
            description:
              kind === 'rule'
                ? 'A rule does one thing after another when something happens: tag buyers, start a sequence, notify your team.'
                : 'Draw what happens after someone joins: emails, waits, conditions and goals.',
            actions: (
              <IfRole atLeast="editor">
                {kind === 'rule' ? newRule : newAutomation}
                {kind === 'visual' ? (
                  <LinkButton variant="outline" href="/automations/templates">
                    Start from a template
                  </LinkButton>
                ) : null}
              </IfRole>
            ),
          }
        )
      }
    >
      <NewAutomationDialog
        key={creating}
        kind={creating ?? kind}
        open={creating !== null}
        onClose={() => setCreating(null)}
      />
      {question ? (
        <LifecycleDialog
          open
          automation={question.row}
          action={question.action}
          onClose={() => setQuestion(undefined)}
        />
      ) : null}
      {rowToDelete ? (
        <LifecycleDialog open automation={rowToDelete} action="delete" onClose={deletion.question.onClose} />
      ) : null}
    </ListPage>
  )
}

function NameCell({ automation: { name, summary } }: { automation: ListedAutomation }) {
  return (
    <span className="grid gap-0.5">
      <span className="line-clamp-1">{name}</span>
      <span className="line-clamp-2 font-normal text-muted-foreground">{summary}</span>
    </span>
  )
}

function StateCell({ automation: { id, state, kind, has_changes, failing_apps } }: { automation: ListedAutomation }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <AutomationBadge state={state} kind={kind} />
      {has_changes && state !== 'draft' ? (
        <Badge tone="outline" className="max-md:hidden">
          Unpublished changes
        </Badge>
      ) : null}
      {failing_apps > 0 ? (
        <Link
          href={`/automations/${id}`}
          className="relative z-1 inline-flex items-center gap-1 rounded font-medium text-sm text-warning-ink hover:underline"
        >
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {failing_apps === 1 ? '1 app does' : `${formatNumber(failing_apps)} apps do`} not answer
        </Link>
      ) : null}
    </span>
  )
}

/** Subscribers at a failed step, who need a member's attention. */
function Held({ automation: { id, name, held } }: { automation: ListedAutomation }) {
  if (held === 0) return '0'
  return (
    <Link
      href={heldHref(id)}
      aria-label={`${formatNumber(held)} stuck in ${name}`}
      className="relative z-1 inline-flex items-center gap-1.5 rounded align-bottom font-medium text-warning-ink hover:underline"
    >
      <TriangleAlert aria-hidden className="size-4" />
      {formatNumber(held)}
    </Link>
  )
}
