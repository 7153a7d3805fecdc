import { expect, test } from 'vitest'
import { isEmailAddress } from '../../lib/text/email-address.ts'
import { isTimeZone } from '../../lib/time/time-zone.ts'
import { CITIES } from './cities.ts'
import { CULTURES, familyNames, givenNames, MAIL_DOMAINS } from './names.ts'

test('every name makes an ASCII address at a domain that cannot receive email', () => {
  for (const { given, given_ascii } of CULTURES.flatMap(givenNames)) {
    expect(given_ascii, given).toMatch(/^[a-z]+$/)
  }
  for (const family of CULTURES.flatMap(familyNames)) expect(family).toMatch(/^[a-z]+$/)
  for (const domain of MAIL_DOMAINS) {
    expect(isEmailAddress(`ola@${domain}`)).toBe(true)
    expect(domain).toMatch(/(^|\.)example(\.(com|net|org))?$/)
  }
})

test('every city has valid coordinates, a country code and a known time zone', () => {
  for (const { city, latitude, longitude, time_zone, country } of CITIES) {
    expect(isTimeZone(time_zone), city).toBe(true)
    expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, city).toBe(true)
    expect(country).toMatch(/^[A-Z]{2}$/)
  }
})
