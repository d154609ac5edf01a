const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'

const values = new Map<string, number>([
  ...ones.split(' ').map((text, value) => [text, value] as const),
  ...tens.split(' ').map((text, place) => [text, 10 * (place + 2)] as const),
  ...ordinals.split(' ').map((text, place) => [text, place + 1] as const),
  ['fourty', 40],
])

const roman: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

/** The number that a part states, in digits, letters, as an ordinal or in Roman letters. */
export function numberIn(text: string): number | undefined {
  const digits = /^(\d+)(?:st|nd|rd|th)?$/.exec(text)
  if (digits) return Number(digits[1])
  return (
    values.get(text) ??
    (/^(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})$/.test(text) ? romanValue(text) : undefined)
  )
}

const romanValue = (text: string): number =>
  Array.from(text).reduce((sum, letter, at) => {
    const value = roman[letter] ?? 0
    return value < (roman[text[at + 1] ?? ''] ?? 0) ? sum - value : sum + value
  }, 0)

/** `forty four` is a single number; `20` and more, then below ten. */
export function numbersTogether(texts: readonly string[]): string[] {
  return texts.reduce<string[]>((all, text) => {
    const [before, value] = [values.get(all.at(-1) ?? ''), numberIn(text)]
    const joins =
      before !== undefined &&
      before >= 20 &&
      before % 10 === 0 &&
      value !== undefined &&
      value > 0 &&
      value < 10
    return joins ? [...all.slice(0, -1), String(before + value)] : [...all, text]
  }, [])
}
