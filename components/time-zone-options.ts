/** All time zones as select options, UTC first. */
export const zoneOptions = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
  (zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }),
)
