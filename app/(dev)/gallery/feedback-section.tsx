import { ProgressPanel } from '@/components/progress-panel'
import { DateTime, RelativeTime } from '@/components/relative-time'
import {
  BroadcastStatusBadge,
  type SubscriberState,
  SubscriberStateBadge,
  subscriberStates,
} from '@/components/status-badge'
import { Alert } from '@/components/ui/alert'
import { Avatar } from '@/components/ui/avatar'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ScrollArea } from '@/components/ui/scroll-area'
import { broadcastStatusNames, subscribers } from './sample-data'
import { Row, Section } from './section'

export function FeedbackSection() {
  return (
    <Section title="State and feedback">
      <Row>
        {(Object.keys(subscriberStates) as SubscriberState[]).map((state) => (
          <SubscriberStateBadge key={state} state={state} />
        ))}
      </Row>
      <Row>
        {broadcastStatusNames.map((status) => (
          <BroadcastStatusBadge key={status} status={status} />
        ))}
        <Badge tone="outline">Winter prints</Badge>
        <Badge tone="primary">4 new</Badge>
      </Row>
      <Row>
        {subscribers.slice(0, 6).map(({ id, first_name, email_address }) => (
          <Avatar key={id} name={first_name || email_address} />
        ))}
        <span className="text-muted-foreground text-sm">
          Joined <RelativeTime at="2026-03-02T08:00:00Z" />, on <DateTime at="2026-03-02T08:00:00Z" />
        </span>
      </Row>
      <div className="grid gap-3">
        <Alert tone="info" title="Mail goes to the built-in catcher">
          Nothing leaves this machine until SMTP_URL is set.
        </Alert>
        <Alert tone="success" title="Your sending address is verified" />
        <Alert
          tone="warning"
          title="Two mails are unconfirmed"
          actions={
            <Button size="sm" variant="outline">
              Look at them
            </Button>
          }
        >
          They were being handed over when the process stopped.
        </Alert>
        <Alert tone="danger" title="The broadcast was stopped">
          More than 0.3% of the readers complained.
        </Alert>
      </div>
      <ProgressPanel
        title="Sending “How paper remembers”"
        description="You may leave this page; the sending goes on."
        noun="people"
        done={4218}
        total={9307}
        state="running"
        ratePerSecond={182}
        counts={[
          { label: 'Sent', value: 4190, tone: 'success' },
          { label: 'Failed', value: 21, tone: 'danger' },
          { label: 'Excluded', value: 7 },
        ]}
        actions={
          <Button variant="outline" size="sm">
            Stop
          </Button>
        }
      />
      <ProgressPanel
        title="Import of readers.csv"
        noun="rows"
        done={1200}
        total={1200}
        state="completed"
        counts={[
          { label: 'Created', value: 1014, tone: 'success' },
          { label: 'Updated', value: 171 },
          { label: 'With errors', value: 15, tone: 'warning' },
        ]}
      />
      <ScrollArea label="Log of the import" className="h-28 rounded-xl border border-border">
        <ol className="figures grid gap-1 p-4 text-muted-foreground text-sm">
          {Array.from({ length: 12 }, (_, row) => `Row ${row + 40}: the address is not complete`).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </ScrollArea>
    </Section>
  )
}
