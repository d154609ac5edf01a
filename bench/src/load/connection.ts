import { connect } from 'node:net'

/** One kept connection over a raw socket, which costs less than a client library: one request at a time. */
export type Connection = {
  /** Sends whole requests as text; the answer comes as text too. @throws when the connection ends */
  ask: (request: string) => Promise<string>
  close: () => void
}

export function openConnection(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: 'localhost', noDelay: true })
    let received = ''
    let answered: ((text: string) => void) | undefined
    let failed: ((error: Error) => void) | undefined = reject

    const ask = (request: string): Promise<string> =>
      new Promise((take, refuse) => {
        ;[answered, failed] = [take, refuse]
        socket.write(request)
      })
    const end = (error: Error) => failed?.(error)
    socket.setEncoding('latin1')
    socket.once('connect', () => resolve({ ask, close: () => socket.end() }))
    socket.once('error', end)
    socket.once('close', () => end(new Error('The connection was closed')))
    socket.on('data', (text: string) => {
      received += text
      const length = answerLength(received)
      if (length === undefined || received.length < length) return
      const answer = received.slice(0, length)
      received = received.slice(length)
      answered?.(answer)
    })
  })
}

export const isOk = (answer: string): boolean => answer.startsWith('HTTP/1.1 200')

/** Bytes of the first answer in the text, once its head is complete. */
function answerLength(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const headers = text.slice(0, head)
  const length = /content-length: (\d+)/i.exec(headers)?.[1]
  if (length !== undefined) return head + 4 + Number(length)
  const end = text.indexOf('0\r\n\r\n', head + 2)
  return end < 0 ? Infinity : end + 5
}
