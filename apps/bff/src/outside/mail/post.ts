import { createTransport } from 'nodemailer'
import type { Config } from '../../config/config.ts'
import type { Post } from '../../ports/mail.ts'

const timeoutMs = 10_000

/** Mail by SMTP and SMS by a gateway that takes JSON `{to, text}`. Secrets stay out of logs. */
export function createLivePost(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'SMS_URL' | 'SMS_TOKEN'>,
): Post {
  const mail = createTransport({ url: config.SMTP_URL ?? '', connectionTimeout: timeoutMs })
  return {
    send: async (_partnerId, { channel, to, subject, text }) => {
      if (channel === 'EMAIL') await mail.sendMail({ from: config.MAIL_FROM, to, subject, text })
      else await sendSms(config, to, text)
    },
  }
}

async function sendSms(
  { SMS_URL, SMS_TOKEN }: Pick<Config, 'SMS_URL' | 'SMS_TOKEN'>,
  to: string,
  text: string,
): Promise<void> {
  const answer = await fetch(SMS_URL ?? '', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(SMS_TOKEN === undefined ? {} : { Authorization: `Bearer ${SMS_TOKEN}` }),
    },
    body: JSON.stringify({ to, text }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`)
}
