/** Classes that name a side of the screen, and the class that names the same side of the text. */
const SIDES: readonly [RegExp, string][] = [
  [/^(-?)(scroll-)?([mp])l-/, '$1$2$3s-'],
  [/^(-?)(scroll-)?([mp])r-/, '$1$2$3e-'],
  [/^(-?)left-(?=[\d[(]|auto|full|px)/, '$1inset-s-'],
  [/^(-?)right-(?=[\d[(]|auto|full|px)/, '$1inset-e-'],
  [/^(text|float)-left$/, '$1-start'],
  [/^(text|float)-right$/, '$1-end'],
  [/^(rounded|border)-l(?=-|$)/, '$1-s'],
  [/^(rounded|border)-r(?=-|$)/, '$1-e'],
  [/^rounded-([tb])l(?=-|$)/, 'rounded-$1-start'],
  [/^rounded-([tb])r(?=-|$)/, 'rounded-$1-end'],
  [/^slide-(in-from|out-to)-left$/, 'slide-$1-start'],
  [/^slide-(in-from|out-to)-right$/, 'slide-$1-end'],
]

const CORNERS: Record<string, string> = {
  'rounded-t-start': 'rounded-ss',
  'rounded-t-end': 'rounded-se',
  'rounded-b-start': 'rounded-es',
  'rounded-b-end': 'rounded-ee',
}

export interface PhysicalClass {
  line: number
  name: string
  instead: string
}

/** Finds Tailwind classes that place something on the left or right in every language. The middle is the same from both sides. */
export function physicalClasses(source: string): PhysicalClass[] {
  return source.split('\n').flatMap((text, index) =>
    [...text.matchAll(/(["'`])((?:(?!\1).)*)\1/g)].flatMap(([, , words = '']) =>
      words.split(/\s+/).flatMap((word) => {
        const name = word.slice(word.lastIndexOf(':') + 1)
        const [pattern, replacement] = SIDES.find(([one]) => one.test(name)) ?? []
        if (!pattern || !replacement || !/^-?[a-z]+(-[a-z0-9.[\]()%/]+)+$/.test(name) || isMiddle(name)) return []
        const instead = name.replace(pattern, replacement)
        return [
          {
            line: index + 1,
            name,
            instead: instead.replace(/^rounded-[tb]-(start|end)/, (one) => CORNERS[one] ?? one),
          },
        ]
      }),
    ),
  )
}

const isMiddle = (name: string): boolean => /^(left|right)-1\/2$/.test(name)
