'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useTRPC } from '@/components/trpc-provider'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { DAYS, hoursQuery } from './queries'

const AttemptsPlot = dynamic(() => import('./attempts-plot').then((own) => own.AttemptsPlot), { ssr: false })

/** Results and response times of recent attempts. Absent while there are none. What draws them is loaded after the page, which keeps their place. */
export function Attempts({ endpoint_id }: { endpoint_id: number }) {
  const trpc = useTRPC()
  const hours = useQuery(hoursQuery(trpc, endpoint_id))
  if (!hours.data || hours.data.length === 0) return null
  return (
    <Card>
      <CardHeader title="Attempts" description={`Hourly, last ${DAYS} days`} />
      <CardContent>
        <div className="min-h-59">
          <AttemptsPlot hours={hours.data} />
        </div>
      </CardContent>
    </Card>
  )
}
