import { createTransport } from 'nodemailer'
import type { Config } from '../../config/config.ts'
import type { Post } from '../../ports/mail.ts'

/** A message that was not taken over, as far as is known: a provider that went silent may have it. */
export class MessageNotSent extends Error {
  override readonly name = 'MessageNotSent'
}

const timeoutMs = 10_000
/** ITU-T E.164: a plus, then up to fifteen digits of which the first is not 0. */
const e164 = /^\+[1-9]\d{6,14}$/

type Settings = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'SMS_URL' | 'SMS_TOKEN'>

/** Mail by SMTP and SMS by a gateway that takes JSON `{to, text}`. Secrets stay out of logs. */
export function createLivePost(config: Settings, waitMs = timeoutMs): Post {
  const mail = createTransport({
    url: config.SMTP_URL ?? '',
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
  })
  return {
    send: async (_partnerId, { channel, to, subject, text }) => {
      if (channel === 'SMS') return sendSms(config, { to, text }, waitMs)
      try {
        await mail.sendMail({ from: config.MAIL_FROM, to, subject, text })
      } catch (error) {
        throw new MessageNotSent('The mail server did not take a mail.', { cause: error })
      }
    },
  }
}

/** Taken over once the gateway answers 2xx. It is asked once: a second try might send two messages. */
async function sendSms(
  { SMS_URL, SMS_TOKEN }: Settings,
  message: { to: string; text: string },
  waitMs: number,
): Promise<void> {
  if (!e164.test(message.to)) throw new MessageNotSent('The telephone number is not E.164.')
  const status = await post(SMS_URL ?? '', SMS_TOKEN, message, waitMs)
  if (status < 200 || status > 299) throw new MessageNotSent(`The SMS gateway answered ${status}.`)
}

async function post(url: string, token: string | undefined, body: object, waitMs: number) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      // Another address is given neither the token nor the code.
      redirect: 'error',
      signal: AbortSignal.timeout(waitMs),
    })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    throw new MessageNotSent('The SMS gateway cannot be reached.', { cause: error })
  }
}
