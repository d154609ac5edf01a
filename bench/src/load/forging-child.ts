// Tries forged API keys in a process of its own: closed loop over connections that are kept, a new
// key each time. Says at SIGTERM how many were answered.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { crc32 } from 'node:zlib'

const [port = '', path = '', connections = ''] = process.argv.slice(2)
let answered = 0
process.once('SIGTERM', () => process.stdout.write(String(answered), () => process.exit(0)))
for (let n = 0; n < Number(connections); n += 1) attack()

function attack(): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true })
  const send = () =>
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-token: ${forgedKey()}\r\n\r\n`)
  socket.once('connect', send)
  socket.on('data', () => {
    answered += 1
    send()
  })
  socket.once('error', () => undefined)
  socket.once('close', () => setTimeout(attack, 100))
}

/** A key that nobody has, with the checksum that belongs to it. */
function forgedKey(): string {
  const part = (length: number) =>
    randomBytes(length * 2)
      .toString('base64')
      .replaceAll(/[+/=]/g, '')
      .slice(0, length)
  const body = `cor_sandbox_${part(8)}_${part(43)}`
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let sum = ''
  for (let rest = BigInt(crc32(body)); sum.length < 6; rest /= 62n)
    sum = alphabet.charAt(Number(rest % 62n)) + sum
  return `${body}_${sum}`
}
