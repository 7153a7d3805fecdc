'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useQueryStates } from 'nuqs'
import { formatCount, formatNumber } from '@/components/format'
import { ExternalLink } from '@/components/generated/icons'
import { CURSOR } from '@/components/list/cursor'
import { DetailLoading } from '@/components/loading'
import { PageError } from '@/components/page-error'
import { Page, PageHeader } from '@/components/page-header'
import { EditableBy, IfRole } from '@/components/role'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { t } from '@/server/lib/locale/texts.ts'
import type { FormDetail } from '@/server/modules/forms/settings-schema.ts'
import { FormMenu } from '../form-menu'
import { formStatuses, formTypeOf, NOT_PUBLISHED } from '../form-types'
import { formQuery } from '../queries'
import { SECTIONS } from './design-values'
import { TAB, TABS } from './queries'

// Loaded with their tabs, so forms with validation, charts and lists are not part of the first load.
const Designer = dynamic(() => import('./designer').then((part) => part.Designer), { loading: DetailLoading })
const Share = dynamic(() => import('./share').then((part) => part.Share))
const Results = dynamic(() => import('./results').then((part) => part.Results))
const FormSubscribers = dynamic(() => import('./form-subscribers').then((part) => part.FormSubscribers))

/** A form with its settings, sharing, results and subscribers. */
export function FormPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const form = useQuery(formQuery(trpc, { id }))
  const [{ tab }, setTab] = useQueryStates({
    ...TAB,
    ...CURSOR,
  })
  if (form.error) return <PageError query={form} title="Couldn’t load this form" href="/forms" label="All forms" />
  if (!form.data) return <DetailLoading />
  const section = SECTIONS.find((known) => known === tab)
  const { data } = form
  return (
    <Page>
      <PageHeader
        back={{ href: '/forms', label: 'Forms' }}
        title={data.name}
        badge={<FormStatusBadge form={data} />}
        description={summaryOf(data)}
        actions={
          <>
            {isOnline(data) ? (
              <Button asChild variant="outline">
                <a href={data.embed_url} target="_blank" rel="noreferrer">
                  <ExternalLink aria-hidden /> View page
                </a>
              </Button>
            ) : null}
            {data.type === 'hosted' ? <LinkButton href={`/forms/${id}/landing`}>Page sections</LinkButton> : null}
            <IfRole atLeast="editor">
              <FormMenu form={data} />
            </IfRole>
          </>
        }
      />
      {data.double_opt_in && !data.has_sender ? (
        <Alert
          tone="warning"
          title="Confirmation emails are not sent"
          action={{ href: '/settings/sending-addresses', label: 'Sending addresses' }}
        >
          They are sent once you have a confirmed sending address.
        </Alert>
      ) : null}
      <Tabs
        value={tab}
        onValueChange={(next) =>
          void setTab({ tab: TABS.find((known) => known === next) ?? null, after: null, before: null })
        }
      >
        <TabsList aria-label="Form sections">
          <TabsTrigger value="content">Content</TabsTrigger>
          <TabsTrigger value="fields">Fields</TabsTrigger>
          <TabsTrigger value="behavior">Behavior</TabsTrigger>
          <TabsTrigger value="after">After sign-up</TabsTrigger>
          <TabsTrigger value="share">Share</TabsTrigger>
          <TabsTrigger value="results">Results</TabsTrigger>
          <TabsTrigger value="subscribers">Subscribers</TabsTrigger>
        </TabsList>
        {/* A single designer in the open panel, so input is kept when switching tabs. */}
        <TabsContent value={section ?? 'content'} forceMount hidden={!section}>
          <EditableBy atLeast="editor">
            <Designer
              form={data}
              section={section ?? 'content'}
              onSection={(next) => void setTab({ tab: next, after: null, before: null })}
            />
          </EditableBy>
        </TabsContent>
        <TabsContent value="share">
          <Share form={data} />
        </TabsContent>
        <TabsContent value="results">
          <Results id={id} url={isOnline(data) ? data.embed_url : undefined} />
        </TabsContent>
        <TabsContent value="subscribers">
          <FormSubscribers id={id} />
        </TabsContent>
      </Tabs>
    </Page>
  )
}

function summaryOf(form: FormDetail): string {
  const { subscriber_count: count, unconfirmed_count } = form
  const active = formatCount(count, 'active subscriber')
  const waiting = unconfirmed_count > 0 ? t` · ${formatNumber(unconfirmed_count)} unconfirmed` : ''
  return `${formTypeOf(form).label} · ${active}${waiting}`
}

const isOnline = ({ status, is_public }: FormDetail) => status === 'active' && is_public

const FormStatusBadge = ({ form: { status, is_public } }: { form: FormDetail }) => (
  <StatusBadge {...(is_public || status !== 'active' ? formStatuses[status] : NOT_PUBLISHED)} />
)
