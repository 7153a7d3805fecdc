import { useState } from 'react'
import { Download } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { Card, CardContent } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { t } from '@/server/lib/locale/texts.ts'

interface Source {
  name: string
  steps: string[]
  note: string
}

/** The way to the export of other services. */
const sources = (): Source[] => [
  {
    name: 'Kit',
    steps: ['Open Grow, then Subscribers.', 'Select all subscribers.', 'Choose Bulk actions, then Export.'],
    note: 'Kit emails you the file. States, tags and custom fields come with it.',
  },
  {
    name: 'Mailchimp',
    steps: ['Open Audience, then All contacts.', 'Choose Export audience, then Export as CSV.', 'Unpack the ZIP file.'],
    note: 'There is one file for each state. Import the unsubscribed and cleaned ones too, so no one is emailed again.',
  },
  {
    name: 'Beehiiv',
    steps: ['Open Settings, then Export data.', 'Choose a full export of your subscribers.', 'Download the CSV file.'],
    note: 'A quick export has no custom fields.',
  },
  {
    name: 'Substack',
    steps: ['Open the dashboard of your publication, then Subscribers.', 'Choose Export.', 'Download the CSV file.'],
    note: 'Subscribers who turned emails off are imported as unsubscribed.',
  },
  {
    name: t`Spreadsheet`,
    steps: [
      'Give each column a name in the first row, such as Email and First name.',
      'In Google Sheets, choose File, Download, CSV.',
      'In Excel, choose Save as, CSV UTF-8.',
    ],
    note: 'Only the column with email addresses is required.',
  },
]

/** Says how to get the file out of another service. */
export function Sources() {
  const all = sources()
  const [name, setName] = useState(all[0]?.name)
  const source = all.find((one) => one.name === name)
  return (
    <Card>
      <CardContent className="grid gap-5">
        <h2 className="font-semibold text-base tracking-tight">Where are your subscribers now?</h2>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Where are your subscribers now?</legend>
          {all.map((one) => (
            <button
              key={one.name}
              type="button"
              aria-pressed={one.name === name}
              onClick={() => setName(one.name)}
              className={cn(
                'h-9 rounded-full border border-border px-3.5 font-medium text-sm transition-colors hover:bg-accent max-md:h-11',
                one.name === name && 'border-primary bg-primary-soft text-primary-ink hover:bg-primary-soft',
              )}
            >
              {one.name}
            </button>
          ))}
        </fieldset>
        {source ? (
          <div className="grid gap-3 text-sm" aria-live="polite">
            <ol className="grid gap-2.5">
              {source.steps.map((step, index) => (
                <li key={step} className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-start gap-3">
                  <span
                    aria-hidden
                    className="figures grid size-6 place-items-center rounded-full bg-secondary font-medium text-xs"
                  >
                    {index + 1}
                  </span>
                  <span className="pt-0.5">{step}</span>
                </li>
              ))}
            </ol>
            <p className="text-pretty text-muted-foreground">{source.note}</p>
          </div>
        ) : null}
        <Button variant="ghost" size="sm" className="-ms-3 justify-self-start" asChild>
          <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(SAMPLE)}`} download="subscribers.csv">
            <Download aria-hidden /> Download a sample file
          </a>
        </Button>
      </CardContent>
    </Card>
  )
}

const SAMPLE = `Email,First name,Tags,City,Subscribed on
lin@example.net,Lin,"Workshops, News",Oslo,2026-03-02
kim@example.org,Kim,News,Bergen,2026-04-18
`
