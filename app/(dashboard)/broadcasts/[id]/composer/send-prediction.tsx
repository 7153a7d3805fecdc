import { formatCrowd, formatDuration, formatNumber, formatPercent } from '@/components/format'
import { DateTime } from '@/components/relative-time'
import { Alert } from '@/components/ui/alert'
import type { Prediction, SendPlan } from '@/server/modules/broadcasts/plan-schema.ts'

/** Predicts the recipients and times of a send plan. */
export function SendPrediction({ plan, prediction }: { plan: SendPlan; prediction: Prediction }) {
  return (
    <div className="grid gap-2">
      {prediction.problems.length === 0 ? (
        <Alert tone="info" title="What will happen">
          <Sentences plan={plan} prediction={prediction} />
        </Alert>
      ) : null}
      {prediction.problems.map((problem) => (
        <Alert key={problem} tone="danger" title={problem} />
      ))}
      {prediction.warnings.map((warning) => (
        <Alert key={warning} tone="warning" title={warning} />
      ))}
    </div>
  )
}

function Sentences({ plan, prediction }: { plan: SendPlan; prediction: Prediction }) {
  const { audience, times, unknown_zone } = prediction
  if (plan.kind === 'spread')
    return (
      <p>
        {formatCrowd(audience)} over {plan.hours} h, which is about {formatNumber(Math.ceil(audience / plan.hours))} an
        hour. The last message leaves {plan.hours} h after the start.
      </p>
    )
  if (plan.kind === 'time_zones')
    return (
      <div className="grid gap-1">
        <ul className="grid gap-0.5">
          {times.slice(0, 6).map(({ at, count }) => (
            <li key={at ?? 'now'} className="figures">
              {at ? <DateTime at={at} /> : 'When sending starts'}: {formatCrowd(count)}
            </li>
          ))}
          {times.length > 6 ? <li>{formatNumber(times.length - 6)} more times</li> : null}
        </ul>
        {unknown_zone ? (
          <p>The time zone of {formatCrowd(unknown_zone)} is unknown. They get it at the time of your account.</p>
        ) : null}
      </div>
    )
  return <Staged plan={plan} prediction={prediction} />
}

function Staged({
  plan,
  prediction: { audience, first, per_version, smallest_difference, rate, is_own_rate },
}: {
  plan: Extract<SendPlan, { kind: 'staged' }>
  prediction: Prediction
}) {
  const wait = formatDuration(plan.wait_minutes * 60)
  const size = first ?? 0
  if (!plan.test)
    return size === 1 ? (
      <p>
        1 person, chosen at random, gets it first. {wait} after that message, the other {formatNumber(audience - size)}{' '}
        get it, unless a limit is passed or you stop it.
      </p>
    ) : (
      <p>
        {formatCrowd(size)}, chosen at random, get it first. {wait} after the last of those messages, the other{' '}
        {formatNumber(audience - size)} get it, unless a limit is passed or you stop it.
      </p>
    )
  return (
    <div className="grid gap-1">
      <p>
        {formatCrowd(size)}, chosen at random, get one version each: {formatNumber(per_version ?? 0)} for each version.{' '}
        {wait} later, the other {formatNumber(audience - size)} get the winner.
      </p>
      {smallest_difference === null || rate === null ? null : (
        <>
          <p>
            {is_own_rate
              ? `Your last ten broadcasts had ${formatPercent(rate)} ${plan.test.metric}.`
              : `You have no rates yet, so this assumes ${formatPercent(rate)} ${plan.test.metric}.`}
          </p>
          <p>This sample shows a difference of {smallest_difference} percentage points in four of five cases.</p>
          <p>
            {plan.test.when_unclear === 'ahead'
              ? 'If the difference is unclear, the version that is ahead is sent.'
              : `If the difference is unclear, version ${'?ABC'[plan.test.when_unclear]} is sent.`}
          </p>
        </>
      )}
    </div>
  )
}
