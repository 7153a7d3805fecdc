import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '@/components/format'
import { NumberField } from '@/components/number-field'
import { useTRPC } from '@/components/trpc-provider'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import type { Place } from '@/server/modules/subscribers/schema.ts'
import type { DistanceUnit } from '@/server/modules/subscribers/segment-filter-schema.ts'
import type { ConditionOf } from './conditions'

const UNITS = [
  { value: 'km', label: 'kilometers' },
  { value: 'mi', label: 'miles' },
]
/** Selects a place by coordinates. */
const COORDINATES = 'coordinates'

const COORDINATE_FIELDS = [
  { key: 'latitude', label: 'Latitude', most: 90 },
  { key: 'longitude', label: 'Longitude', most: 180 },
] as const

interface DistanceFieldsProps {
  condition: ConditionOf<'distance'>
  onChange: (condition: ConditionOf<'distance'>) => void
}

/** Edits a distance from a place: one of the subscribers' cities, or coordinates. */
export function DistanceFields({ condition, onChange }: DistanceFieldsProps) {
  const trpc = useTRPC()
  const places = useQuery(trpc.subscribers.places.queryOptions(undefined, { staleTime: 300_000 }))
  const knownPlaces = places.data ?? []
  const chosenPlace = knownPlaces.find((place) => nameOf(place) === condition.place || place.city === condition.place)
  const [by_coordinates, setByCoordinates] = useState(condition.place === undefined)
  const { place: name, ...without_name } = condition
  // A segment keeps its place, even if no subscriber is there any more.
  const keptOption = name !== undefined && !chosenPlace ? [{ value: 'kept', label: name }] : []
  function choose(value: string) {
    const place = knownPlaces.find((one) => keyOf(one) === value)
    setByCoordinates(value === COORDINATES)
    if (value === COORDINATES) onChange(without_name)
    if (place) {
      const { latitude, longitude } = place
      onChange({ ...condition, latitude: rounded(latitude), longitude: rounded(longitude), place: nameOf(place) })
    }
  }
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <NumberField
          label="Distance"
          layout="row"
          className="w-28"
          min={1}
          max={25_000}
          has_fractions
          value={condition.within}
          onChange={(within) => onChange({ ...condition, within })}
        />
        <Field label="Unit" className="w-36">
          <SelectInput
            value={condition.unit}
            options={UNITS}
            onChange={(unit) => onChange({ ...condition, unit: unit as DistanceUnit })}
          />
        </Field>
        <Field label="Of" className="min-w-0 grow basis-56">
          <SelectInput
            value={by_coordinates ? COORDINATES : chosenPlace ? keyOf(chosenPlace) : 'kept'}
            options={[
              ...keptOption,
              ...knownPlaces.map((place) => ({
                value: keyOf(place),
                label: `${nameOf(place)} (${formatNumber(place.subscribers)})`,
              })),
              { value: COORDINATES, label: 'Enter coordinates' },
            ]}
            onChange={choose}
          />
        </Field>
      </div>
      {by_coordinates ? (
        <div className="flex flex-wrap gap-2">
          {COORDINATE_FIELDS.map(({ key, label, most }) => (
            <NumberField
              key={key}
              label={label}
              layout="row"
              className="w-36 max-sm:grow"
              min={-most}
              max={most}
              has_fractions
              value={condition[key]}
              onChange={(degrees) => onChange({ ...without_name, [key]: degrees })}
            />
          ))}
        </div>
      ) : null}
      <p className="text-muted-foreground text-sm">
        Measured in a straight line. Subscribers whose location is unknown do not match.
      </p>
    </>
  )
}

const keyOf = ({ city, region, country }: Place) => [city, region, country].join('|')
const nameOf = ({ city, region, country }: Place) =>
  [city, region !== city ? region : null, country].filter(Boolean).join(', ')
/** Rounds to about ten meters. */
const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000
