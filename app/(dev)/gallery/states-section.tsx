import { EmptyState } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import type { IllustrationName } from '@/components/illustration'
import { Illustration } from '@/components/illustration'
import { StatsSkeleton } from '@/components/loading'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Row, Section } from './section'

const illustrations: IllustrationName[] = [
  'emails',
  'subscribers',
  'tags',
  'search',
  'inbox',
  'chart',
  'file',
  'storm',
  'lost',
]

export function StatesSection() {
  return (
    <Section title="Empty, loading and error states">
      <div className="grid gap-6 lg:grid-cols-2">
        <Card>
          <EmptyState
            as="h3"
            illustration="emails"
            title="Write your first broadcast"
            description="Send a one-time email to your subscribers. Drafts save as you type."
            actions={
              <>
                <Button>New broadcast</Button>
                <Button variant="outline">Import subscribers</Button>
              </>
            }
          />
        </Card>
        <Card>
          <ErrorState as="h3" reference="8c1f0a2e" onRetry={noop} />
        </Card>
      </div>
      <StatsSkeleton />
      <Row>
        {illustrations.map((name) => (
          <Illustration key={name} name={name} />
        ))}
      </Row>
    </Section>
  )
}

const noop = () => undefined
