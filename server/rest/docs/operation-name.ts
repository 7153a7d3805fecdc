/** Returns the group of an operation in the reference: the first segment of its path. */
export const tagOf = (path: string): string => path.split('/')[2] ?? 'v4'

/** Returns an operation's name from its summary: "List the tags of a subscriber" becomes listTagsOfSubscriber. */
export const operationId = (summary: string): string =>
  summary
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word && !/^(a|an|the|its)$/i.test(word))
    .map((word, i) => (i === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1)))
    .join('')
