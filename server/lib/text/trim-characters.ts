/** Removes matching characters from both ends, in linear time: a pattern such as `/x+$/` takes quadratic time. */
export const trimCharacters = (text: string, isDropped: (character: string) => boolean): string =>
  trimEndCharacters(text.slice(countLeading(text, isDropped)), isDropped)

/** Removes matching characters from the end, in linear time. */
export function trimEndCharacters(text: string, isDropped: (character: string) => boolean): string {
  let end = text.length
  while (end > 0 && isDropped(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}

function countLeading(text: string, isDropped: (character: string) => boolean): number {
  let begin = 0
  while (begin < text.length && isDropped(text[begin] ?? '')) begin++
  return begin
}
