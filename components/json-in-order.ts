/** JSON with the members of objects in order, to compare values: the database returns them in another one. */
export const jsonInOrder = (value: unknown): string =>
  JSON.stringify(value, (_, member) =>
    member && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  )
