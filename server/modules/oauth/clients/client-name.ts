/** Returns the name on one line, or undefined if it is empty, too long, or has characters that cannot be displayed safely. */
export function cleanClientName(given: string): string | undefined {
  // Format characters reorder or hide text; private-use characters can look like anything.
  const name = given.normalize('NFKC').replace(/\s+/g, ' ').trim()
  return name === '' || name.length > MAX_LENGTH || /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}<>]/u.test(name) ? undefined : name
}

/** Returns whether a name could be mistaken for ours: "Envoi Support", "ENV0I", "Еnvoi" with a Cyrillic E. */
export const containsServiceName = (name: string): boolean => skeleton(name).includes(skeleton(SERVICE_NAME))
/** Returns whether two names look alike. */
export const isConfusable = (one: string, other: string): boolean => skeleton(one) === skeleton(other)

const SERVICE_NAME = 'Envoi'
const MAX_LENGTH = 80

/** Reduces a name to letters and digits, with confusable ones mapped to the same, following Unicode's UTS 39. */
function skeleton(name: string): string {
  const bare = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return [...bare].map((character) => CONFUSABLES[character] ?? character).join('')
}

const CONFUSABLES: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  i: 'l',
  j: 'l',
  '|': 'l',
  ı: 'l',
  ł: 'l',
  // Cyrillic
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  з: 'e',
  і: 'l',
  ї: 'l',
  ј: 'l',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  п: 'n',
  р: 'p',
  с: 'c',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  х: 'x',
  ь: 'b',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  ո: 'n',
  օ: 'o',
  // Greek
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'l',
  κ: 'k',
  μ: 'm',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'v',
  χ: 'x',
}
