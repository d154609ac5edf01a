import type { RateFile } from '../../ports/rates.ts'
import { BadRates, readEcb } from './read-files.ts'

const timeoutMs = 10_000
/** The file has some two kilobytes. */
const bytesMax = 256 * 1_024

/**
 * Fetches the European Central Bank's file of the day. The address is the operator's.
 * @throws where it cannot be had; BadRates where it is none
 */
export async function fetchEcb(url: string): Promise<RateFile> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!answer.ok) throw new BadRates(`the bank answered ${answer.status}`)
  return readEcb(await limitedText(answer))
}

async function limitedText(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > bytesMax) throw new BadRates('it is too long')
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
