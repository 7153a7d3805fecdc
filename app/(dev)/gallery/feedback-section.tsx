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
    <Section title="Status and feedback">
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
        <Alert tone="info" title="Emails are caught">
          Set SMTP_URL to send email.
        </Alert>
        <Alert tone="success" title="Your sending address is verified" />
        <Alert
          tone="warning"
          title="2 deliveries are unconfirmed"
          actions={
            <Button size="sm" variant="outline">
              View deliveries
            </Button>
          }
        >
          The process stopped during delivery.
        </Alert>
        <Alert tone="danger" title="This broadcast stopped">
          More than 0.3% of recipients complained.
        </Alert>
      </div>
      <ProgressPanel
        title="Sending “How paper remembers”"
        description="You can leave this page. Sending continues."
        noun="people"
        done={4218}
        total={9307}
        state="running"
        ratePerSecond={182}
        counts={[
          { label: 'Sent', value: 4190, tone: 'success' },
          { label: 'Failed', value: 21, tone: 'danger' },
          { label: 'Skipped', value: 7 },
        ]}
        actions={
          <Button variant="outline" size="sm">
            Stop
          </Button>
        }
      />
      <ProgressPanel
        title="Import of subscribers.csv"
        noun="rows"
        done={1200}
        total={1200}
        state="completed"
        counts={[
          { label: 'Created', value: 1014, tone: 'success' },
          { label: 'Updated', value: 171 },
          { label: 'Invalid', value: 15, tone: 'warning' },
        ]}
      />
      <ScrollArea label="Import log" className="h-28 rounded-xl border border-border">
        <ol className="figures grid gap-1 p-4 text-muted-foreground text-sm">
          {Array.from({ length: 12 }, (_, row) => `Row ${row + 40}: invalid email address`).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </ScrollArea>
    </Section>
  )
}
