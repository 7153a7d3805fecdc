import { type Config, validators } from 'tailwind-merge'

// Class groups of this design system, for `tailwind-merge`: the last class of a group wins. The library's full list would add 5 KB to every
// page. `cn.test.ts` compares both for each class in the sources, so a missing class is found.

type Groups = Config<string, string>

const { isAny, isArbitraryLength, isArbitraryVariableLength, isNumber, isTshirtSize } = validators

/** Groups of all classes with a prefix, named after the prefix. */
const prefixes = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, [{ [name]: [isAny] }]]))
/** Like `prefixes`, where the prefix alone is a class too. */
const optional = (names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, [{ [name]: ['', isAny] }]]))

const lengths = ['', isNumber, isArbitraryLength, isArbitraryVariableLength]
const classes = (prefix: string, values: string) => [{ [prefix]: values.split(' ') }]

const SIDES = 'x y s e t b'.split(' ')
const sidesOf = (prefix: string) => SIDES.map((side) => `${prefix}-${side}`)
const borders = (make: (side: string) => [string, unknown]) => Object.fromEntries(SIDES.map(make))

const SPACES = 'm mx my ms me mt mb p px py ps pe pt pb'
const INSETS = 'inset inset-x inset-y inset-s inset-e top bottom left right'
const CORNERS = 'rounded-t rounded-b rounded-s rounded-e'

const conflicts: Groups['conflictingClassGroups'] = {
  ...Object.fromEntries(
    ['m', 'p'].flatMap((side) => [
      [side, sidesOf(side).map((name) => name.replace('-', ''))],
      [`${side}x`, [`${side}s`, `${side}e`]],
      [`${side}y`, [`${side}t`, `${side}b`]],
    ]),
  ),
  inset: INSETS.split(' ').slice(1),
  'inset-x': ['inset-s', 'inset-e', 'left', 'right'],
  'inset-y': ['top', 'bottom'],
  size: ['w', 'h'],
  gap: ['gap-x', 'gap-y'],
  overflow: ['overflow-x', 'overflow-y'],
  flex: ['basis', 'grow', 'shrink'],
  'line-clamp': ['display', 'overflow'],
  'font-size': ['leading'],
  rounded: CORNERS.split(' '),
  'border-w': sidesOf('border-w'),
  'border-w-y': ['border-w-t', 'border-w-b'],
  'border-w-x': ['border-w-s', 'border-w-e'],
  'border-color': sidesOf('border-color'),
}

export const CLASS_GROUPS: Groups = {
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...prefixes(
      `${SPACES} ${INSETS} w h size min-w min-h max-w max-h gap gap-x gap-y basis order z opacity leading tracking fill cursor`,
    ),
    ...prefixes(
      'grid-cols grid-rows auto-cols grid-flow col col-start line-clamp justify justify-items justify-self items self content',
    ),
    ...prefixes(
      'place-items align whitespace duration ease animate translate-x translate-y rotate origin backdrop-blur decoration',
    ),
    ...prefixes(
      'underline-offset list object aspect accent overscroll touch select pointer-events float clear from via to',
    ),
    ...prefixes('scroll-py scroll-mt border-spacing field-sizing overflow-x overflow-y wrap'),
    ...optional(`rounded ${CORNERS} grow shrink shadow filter divide-y transition`),
    container: ['@container'],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    display: 'block inline-block inline flex inline-flex table grid inline-grid contents hidden'.split(' '),
    visibility: ['visible', 'invisible', 'collapse'],
    sr: ['sr-only', 'not-sr-only'],
    overflow: classes('overflow', 'auto hidden clip visible scroll'),
    'flex-direction': classes('flex', 'row row-reverse col col-reverse'),
    'flex-wrap': classes('flex', 'wrap nowrap'),
    flex: [{ flex: [isAny] }],
    'font-weight': classes('font', 'normal medium semibold bold'),
    'font-family': [{ font: [isAny] }],
    'font-style': ['italic', 'not-italic'],
    'fvn-figure': ['figures'],
    'fvn-spacing': ['tabular-nums', 'proportional-nums'],
    'text-align': classes('text', 'start center end justify'),
    'text-wrap': classes('text', 'wrap nowrap balance pretty'),
    'text-overflow': ['truncate', 'text-ellipsis', 'text-clip'],
    'font-size': [{ text: ['base', isTshirtSize, isArbitraryLength, isArbitraryVariableLength] }],
    'text-color': [{ text: [isAny] }],
    'text-decoration': ['underline', 'line-through', 'no-underline'],
    'text-transform': ['uppercase', 'lowercase', 'capitalize', 'normal-case'],
    break: ['break-normal', 'break-words', 'break-all', 'break-keep'],
    'bg-image': [{ bg: [{ linear: [isAny] }] }],
    'bg-color': [{ bg: [isAny] }],
    'border-collapse': ['border-collapse', 'border-separate'],
    'border-style': classes('border', 'solid dashed none'),
    'border-w': [{ border: lengths }],
    ...borders((side) => [`border-w-${side}`, [{ [`border-${side}`]: lengths }]]),
    'border-color': [{ border: [isAny] }],
    ...borders((side) => [`border-color-${side}`, [{ [`border-${side}`]: [isAny] }]]),
    'divide-color': [{ divide: [isAny] }],
    'ring-w': [{ ring: lengths }],
    'ring-color': [{ ring: [isAny] }],
    'ring-offset-w': [{ 'ring-offset': [isNumber] }],
    'ring-offset-color': [{ 'ring-offset': [isAny] }],
    'outline-style': classes('outline', 'none hidden dotted'),
    'outline-w': [{ outline: lengths }],
    'outline-offset': [{ 'outline-offset': [isAny] }],
    'outline-color': [{ outline: [isAny] }],
    'stroke-w': [{ stroke: [isNumber, isArbitraryLength] }],
    stroke: [{ stroke: [isAny] }],
    'snap-type': classes('snap', 'x y'),
    'snap-align': classes('snap', 'start end center'),
  } as Groups['classGroups'],
  conflictingClassGroups: conflicts,
  conflictingClassGroupModifiers: { 'font-size': ['leading'] },
  orderSensitiveModifiers: ['*', '**', 'after', 'backdrop', 'before', 'file', 'marker', 'placeholder', 'selection'],
}
