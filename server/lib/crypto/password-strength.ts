import { trimCharacters } from '../text/trim-characters.ts'

/**
 * Returns whether a password is among the first that an attacker tries: a common word or keyboard walk surrounded by digits and symbols, a
 * repeated character, or the user's own address or name. Takes linear time. Length is checked elsewhere.
 */
export function isGuessable(password: string, about: readonly string[] = []): boolean {
  const plain = password.toLowerCase()
  const core = trimCharacters(plain, (character) => /[\d\W_]/.test(character))
  const words = [plain, core, withoutDisguise(plain), withoutDisguise(core)]
  if (words.some((word) => COMMON.has(word) || isRepeated(word))) return true
  if (core === '' && isRun(plain)) return true
  return about.some((text) => text.length >= 4 && words.includes(text.toLowerCase()))
}

/** Replaces digits and symbols with the characters they resemble. */
const withoutDisguise = (text: string) => text.replace(/[@4013!$5]/g, (sign) => RESEMBLED[sign] ?? sign)
const RESEMBLED: Record<string, string> = { '@': 'a', 4: 'a', 0: 'o', 1: 'i', '!': 'i', $: 's', 5: 's', 3: 'e' }

/** Matches "aaaaaaaaaa", "abcabcabcabc", "passwordpassword". */
function isRepeated(text: string): boolean {
  const unit = lengthOfUnit(text)
  if (text.length < 4 || unit === text.length) return false
  return unit <= 4 || COMMON.has(text.slice(0, unit))
}

/** Returns the length of the shortest text whose repetition is `text`, by the failure function of Knuth, Morris and Pratt. */
function lengthOfUnit(text: string): number {
  const borders = [0]
  let border = 0
  for (let at = 1; at < text.length; at++) {
    while (border > 0 && text[at] !== text[border]) border = borders[border - 1] ?? 0
    if (text[at] === text[border]) border++
    borders.push(border)
  }
  const unit = text.length - border
  return text.length % unit === 0 ? unit : text.length
}

/** Matches digits that ascend, descend or repeat, or form a date: "1234567890", "0987654321", "01.01.1990". */
function isRun(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (digits.length <= 8) return true
  const steps = [...digits].slice(1).map((digit, at) => (Number(digit) - Number(digits[at]) + 10) % 10)
  return steps.every((step) => step === steps[0])
}

const COMMON = new Set(
  `password passwort motdepasse contrasena secret changeme letmein welcome iloveyou sunshine princess football baseball
   basketball superman batman dragon monkey shadow master michael jordan jennifer charlie starwars pokemon computer internet
   whatever trustnoi freedom hello helloworld qwerty qwertyu qwertyui qwertyuio qwertyuiop qwertz qwertzuiop azerty
   azertyuiop asdfgh asdfghjkl asdfghjklz zxcvbn zxcvbnm qazwsx qazwsxedc 1qaz2wsx3edc 1q2w3e4r 1q2w3e4r5t
   1q2w3e4r5t6y abcdef abcdefg abcdefgh abcdefghi abcdefghij abcdefghijk admin administrator root user guest login default test testtest
   testing mypassword mypasswort newpassword yourpassword thepassword iamgod iloveyouso ilovemyself newsletter
   envoi subscriber broadcast opensesame correcthorse correcthorsebatterystaple`.split(/\s+/),
)
