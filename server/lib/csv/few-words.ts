import iconv from 'iconv-lite'
import type { CsvEncoding } from './encodings.ts'

// A few names are too short for statistics. Each word must be one of a language that is written in the encoding.

/** The characters of languages beyond A to Z. */
const WESTERN = ['æøåäöéü', 'äöüßé', 'àâçéèêëîïôœùûü', 'áéíñóúüçàèòï', 'áâãàçéêíóôúõü', 'àèìéòóù', 'ëïéèöüóá']
const CENTRAL = ['áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ', 'äöüß']
const TURKISH = 'çğıöşüâîûi̇'
const ICELANDIC = 'áðéíóúýþæö'
const BALTIC = ['āčēģīķļņšūž', 'ąčęėįšųūž']

/** In the order in which they are preferred. */
const LANGUAGES: readonly { encoding: CsvEncoding; alphabets: readonly string[] }[] = [
  { encoding: 'windows-1252', alphabets: WESTERN },
  { encoding: 'windows-1254', alphabets: [TURKISH, ...WESTERN] },
  { encoding: 'windows-1250', alphabets: CENTRAL },
  { encoding: 'windows-1252', alphabets: [ICELANDIC, ...WESTERN] },
  { encoding: 'iso-8859-2', alphabets: CENTRAL },
  { encoding: 'windows-1257', alphabets: BALTIC },
  { encoding: 'macintosh', alphabets: WESTERN },
  { encoding: 'ibm850', alphabets: WESTERN },
]

const JAPANESE = '田山子郎藤佐木井本村中川島沢高橋渡辺太一美名前'
/** The most frequent characters of names. */
const FREQUENT: readonly { encoding: CsvEncoding; characters: string }[] = [
  { encoding: 'shift_jis', characters: JAPANESE },
  { encoding: 'euc-jp', characters: JAPANESE },
  { encoding: 'gb18030', characters: '王李张刘陈杨黄赵吴周徐孙马朱胡林郭何高罗小明伟华姓名' },
  { encoding: 'big5', characters: '王李張劉陳楊黃趙吳周徐孫馬朱胡林郭何高羅小明偉華姓名' },
  { encoding: 'euc-kr', characters: '김이박최정강조윤장임한오서신권황안송전홍' },
]

/** Guesses the encoding of a few words. Undefined when they are of no language that is known here. */
export function guessByWords(bytes: Buffer, { is_mac }: { is_mac: boolean }): CsvEncoding | undefined {
  const first = is_mac ? LANGUAGES.filter(({ encoding }) => encoding === 'macintosh') : []
  const latin = best([...first, ...LANGUAGES], ({ encoding, alphabets }) =>
    wordScore(iconv.decode(bytes, encoding), alphabets),
  )
  return (
    latin ??
    best(FREQUENT, ({ encoding, characters }) => {
      const text = iconv.decode(bytes, encoding)
      return text.includes('\ufffd') ? 0 : Array.from(text).filter((sign) => characters.includes(sign)).length
    }) ??
    (HALF_WIDTH.test(iconv.decode(bytes, 'shift_jis')) ? 'shift_jis' : undefined)
  )
}

/** Kana of which one has the mark of a voice. The same bytes are capitals in Cyrillic. */
const HALF_WIDTH = /^(?=[\0-\uffff]*[ﾞﾟ])(?:[ｶ-ﾄﾊ-ﾎ]ﾞ|[ﾊ-ﾎ]ﾟ|[ｦ-ﾝ]|[\0-\x7f])*$/

/** Returns the encoding with the highest score above zero, the first of equals. */
function best<Candidate extends { encoding: CsvEncoding }>(
  candidates: readonly Candidate[],
  scoreOf: (candidate: Candidate) => number,
): CsvEncoding | undefined {
  let [found, highest]: [CsvEncoding | undefined, number] = [undefined, 0]
  for (const candidate of candidates) {
    const score = scoreOf(candidate)
    if (score > highest) [found, highest] = [candidate.encoding, score]
  }
  return found
}

/** Counts the words beyond ASCII of the languages, less the others. */
function wordScore(text: string, languages: readonly string[]): number {
  let score = 0
  for (const part of text.split(/[^A-Za-z\u0080-\uffff]+/)) {
    const word = part.replace(/^[“„‘‚«¿¡€]{1,4}/, '').replace(/[”“’»…€®™°]{1,4}$/, '')
    if (part.length < 2 || word === '' || !/[\u0080-\uffff]/.test(part)) continue
    score += word.split(/[’–—]/).every((name) => isWord(name, languages)) ? 1 : -1
  }
  return score
}

function isWord(word: string, languages: readonly string[]): boolean {
  // Capitals are first or all.
  if (/\p{Lu}/u.test(word.slice(1)) && /\p{Ll}/u.test(word)) return false
  if (UNUSUAL.test(word)) return false
  const beyond = word.toLowerCase().replace(/[a-z]/g, '')
  return languages.some((alphabet) => Array.from(beyond).every((sign) => alphabet.includes(sign)))
}

/** Characters in places where another one of the same byte is usual: "ý", "Đ", "ő" and "ś". */
const UNUSUAL = /ı$|^Ğ|õ(?!e)|^Õ(?!E)|œ(?![diu])|^Œ(?![diu])/
