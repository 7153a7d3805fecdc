import { decodedLiquid } from './entities.ts'

const CONDITION = /subscriber\.segments\s+contains\s+(?:"([^"]*)"|'([^']*)'|“([^“”]*)”)/g

/** Returns the names of the segments that conditions ask for, each once. */
export function segmentNames(sources: readonly string[]): string[] {
  const names = sources.flatMap((source) =>
    source.includes('subscriber.segments')
      ? [...decodedLiquid(source).matchAll(CONDITION)].map(([, a, b, c]) => a ?? b ?? c ?? '')
      : [],
  )
  return [...new Set(names)]
}
