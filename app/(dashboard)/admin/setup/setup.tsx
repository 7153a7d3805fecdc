'use client'

import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/error-state'
import { Page, PageHeader } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'
import type { EnvironmentSetting } from '@/server/modules/admin/overview/environment.ts'
import type { TESTED_PARTS } from '@/server/modules/admin/values-schema.ts'
import { PartCard } from './part-card'
import { parts } from './parts'

/** Tests connect to servers, so they only run when the page opens and on request. */
const WHEN_ASKED = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: false }

const ORDER = Object.keys(parts) as (keyof typeof parts)[]

/** Lists the parts of an instance with their state, settings and tests. */
export function Setup() {
  const trpc = useTRPC()
  const environment = useQuery(trpc.admin.settings.environment.queryOptions())
  return (
    <Page>
      <PageHeader
        title="Setup"
        description="Requirements of this instance. Settings are read when the server starts, so restart it after a change, then test again."
      />
      {environment.error && !environment.data ? (
        <ErrorState query={environment} />
      ) : (
        <ol className="grid gap-5">
          {ORDER.map((part) => (
            <li key={part}>
              {part === 'jobs' ? (
                <Jobs settings={environment.data} />
              ) : (
                <Tested part={part} settings={environment.data} />
              )}
            </li>
          ))}
        </ol>
      )}
    </Page>
  )
}

interface Settings {
  settings: EnvironmentSetting[] | undefined
}

function Tested({ part, settings }: Settings & { part: (typeof TESTED_PARTS)[number] }) {
  const trpc = useTRPC()
  const test = useQuery(trpc.admin.testSetup.queryOptions({ part }, WHEN_ASKED))
  return <PartCard part={parts[part]} settings={settings} test={test} />
}

function Jobs({ settings }: Settings) {
  const trpc = useTRPC()
  const test = useQuery(trpc.jobs.test.queryOptions(undefined, WHEN_ASKED))
  return <PartCard part={parts.jobs} settings={settings} test={test} />
}
