import { BarList } from '@/components/charts/bar-list'
import { EngagementChart } from '@/components/charts/engagement-chart'
import { Funnel } from '@/components/charts/funnel'
import { GrowthChart } from '@/components/charts/growth-chart'
import { Stat, StatGroup } from '@/components/stat'
import { SectionCard } from '@/components/ui/card'
import { engagement, growth, links } from './sample-data'
import { Section } from './section'

export function ChartsSection() {
  return (
    <Section title="Figures and charts">
      <StatGroup>
        <Stat label="Subscribers" value="12,741" delta={386} period="in 30 days" />
        <Stat label="Open rate" value="45.3%" delta={2.1} unit=" pp" period="in 30 days" />
        <Stat label="Click rate" value="6.9%" delta={0} unit=" pp" period="in 30 days" />
        <Stat label="Unsubscribe rate" value="0.25%" delta={0.08} unit=" pp" period="in 30 days" lowerIsBetter />
      </StatGroup>
      <SectionCard title="Growth" description="Net subscribers per day, the last 60 days">
        <GrowthChart days={growth} />
      </SectionCard>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SectionCard title="First 48 hours" description="Opens and clicks per hour">
          <EngagementChart hours={engagement} />
        </SectionCard>
        <SectionCard title="Links" description="Clicks, and their share">
          <BarList label="Links by clicks" noun="clicks" items={links} />
        </SectionCard>
      </div>
      <SectionCard title="Delivery" description="From the audience to a click">
        <Funnel
          label="Delivery"
          steps={[
            { label: 'Recipients', value: 9307 },
            { label: 'Delivered', value: 9214 },
            { label: 'Opened', value: 4218 },
            { label: 'Clicked', value: 642 },
          ]}
        />
      </SectionCard>
    </Section>
  )
}
