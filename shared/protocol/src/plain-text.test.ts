import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { plainLine, plainText, toPlainLine } from './plain-text.ts'
import { typedText } from './typed-text.ts'

const Line = z.string().check(...plainLine())
const Text = z.string().check(...plainText())

/** Control characters, characters that reorder text, and others that a reader does not see. */
const refused =
  `0000 007f 009f 061c 200e 202e 2066 00ad 034f 115f 180e 200b 2060 206a 3164 feff ffa0
  fff0 1bca0 1d173 e0001 e0041`
    .split(/\s+/)
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))

describe('a line and a text', () => {
  it.each(refused)('refuse %j, which typed text and a foreign line lose', (character) => {
    const text = `a${character}b`
    expect([Line.safeParse(text).success, Text.safeParse(text).success]).toEqual([false, false])
    expect([typedText(text), toPlainLine(text)]).toEqual(['ab', 'a b'])
  })

  it.each([
    'Camille',
    'Élodie O’Neil',
    'شيماء',
    'דנה',
    '山田 太郎',
    '👩‍🎤 Zoé',
    'a\u200db',
    'می\u200cخواهم',
    '❤\ufe0f',
    '葛\u{e0100}',
  ])('accept %s', (text) => {
    expect([Line.parse(text), Text.parse(text)]).toEqual([text, text])
    expect([typedText(text), toPlainLine(text)]).toEqual([text, text])
  })

  it.each([
    '\u200b',
    '\u2060\u00ad',
    '\u3164',
    '\u115f',
    '\u2800',
    '\u034f',
    'a\u0301'.slice(1),
    '\ufe0f',
  ])('refuse %j, which shows nothing', (text) => {
    expect([Line.safeParse(text).success, Text.safeParse(text).success]).toEqual([false, false])
  })

  it('accept an empty text', () => {
    expect([Line.parse(''), Text.parse('')]).toEqual(['', ''])
  })

  it('replace half of a surrogate pair', () => {
    expect([Line.parse('a\ud83d'), Text.parse('\udc69b')]).toEqual(['a\ufffd', '\ufffdb'])
  })
})

it.each(['\n', '\r', '\t', '\u2028', '\u2029'])('a line refuses %j', (character) => {
  expect(Line.safeParse(`a${character}b`).success).toBe(false)
})

it('a text may have line breaks', () => {
  expect(Text.parse('one\r\ntwo\tthree')).toBe('one\r\ntwo\tthree')
})

it('a foreign text becomes a plain line', () => {
  expect(toPlainLine('\u202eAna\u0000\nMartin \ud83d')).toBe('Ana Martin \ufffd')
})
