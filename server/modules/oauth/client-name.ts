/** A name fit to be shown: one line of ordinary characters. Undefined for what is not, or is too long. */
export function cleanClientName(given: string): string | undefined {
  // Format characters turn text around or hide in it; private ones look like anything.
  const name = given.normalize('NFKC').replace(/\s+/g, ' ').trim()
  return name === '' || name.length > MAX_LENGTH || /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}<>]/u.test(name) ? undefined : name
}

/** Whether people could take one name for the other, or for ours inside of it: "Envoi Support", "ENV0I", "Еnvoi" with a Cyrillic E. */
export const containsServiceName = (name: string): boolean => skeleton(name).includes(skeleton(SERVICE_NAME))
export const isConfusable = (one: string, other: string): boolean => skeleton(one) === skeleton(other)

const SERVICE_NAME = 'Envoi'
const MAX_LENGTH = 80

/** What is left of a name when letters that look alike are one letter, after the pattern of Unicode's UTS 39. */
function skeleton(name: string): string {
  const bare = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return [...bare].map((letter) => CONFUSABLES[letter] ?? letter).join('')
}

const CONFUSABLES: Record<string, string> = {
  ...{ '0': 'o', '1': 'l', '3': 'e', '5': 's', i: 'l', j: 'l', '|': 'l', ı: 'l', ł: 'l' },
  // Cyrillic
  ...{ а: 'a', в: 'b', е: 'e', ё: 'e', з: 'e', і: 'l', ї: 'l', ј: 'l', к: 'k', м: 'm', н: 'h', о: 'o', п: 'n', р: 'p' },
  ...{ с: 'c', ѕ: 's', т: 't', у: 'y', ѵ: 'v', х: 'x', ь: 'b', ԁ: 'd', ԛ: 'q', ԝ: 'w', ո: 'n', օ: 'o' },
  // Greek
  ...{ α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'l', κ: 'k', μ: 'm', ν: 'v', ο: 'o', ρ: 'p', σ: 'o', τ: 't', υ: 'v', χ: 'x' },
}
