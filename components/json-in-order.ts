/** Returns JSON with sorted object properties, for comparisons, because the database changes their order. */
export const jsonInOrder = (value: unknown): string =>
  JSON.stringify(value, (_, member) =>
    member && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  )
