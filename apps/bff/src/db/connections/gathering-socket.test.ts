import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createGatheringSocket } from './gathering-socket.ts'

test('what is written within one turn goes out in one piece and in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gather-'))
  const received: string[] = []
  const server = createServer((peer) => peer.on('data', (data) => received.push(String(data))))
  await new Promise<void>((resolve) => void server.listen(join(folder, 's'), resolve))
  const socket = createGatheringSocket()
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve)
    socket.connect(join(folder, 's'))
  })
  let pieces = 0
  const send = socket._writev?.bind(socket)
  socket._writev = (chunks, sent) => {
    pieces += 1
    send?.(chunks, sent)
  }

  socket.write('begin ')
  await Promise.resolve()
  socket.cork()
  socket.write('bind ')
  socket.write('execute ')
  socket.uncork()
  await Promise.resolve()
  socket.write('commit')
  expect(socket.writableLength).toBe('begin bind execute commit'.length)

  await new Promise<void>((resolve) => void socket.end(resolve))
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  rmSync(folder, { recursive: true })
  expect(received.join('')).toBe('begin bind execute commit')
  expect(pieces).toBe(1)
})

test('what was read stays as it came while more is read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gather-'))
  const server = createServer((peer) => peer.on('data', (data) => peer.write(data)))
  await new Promise<void>((resolve) => void server.listen(join(folder, 's'), resolve))
  const socket = createGatheringSocket()
  const kept: Buffer[] = []
  socket.on('data', (data: Buffer) => kept.push(data))
  socket.connect(join(folder, 's'))
  for (const text of ['first', 'other']) {
    const count = kept.length
    socket.write(text)
    await expect.poll(() => kept.length).toBe(count + 1)
  }
  expect(kept.map(String)).toEqual(['first', 'other'])
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.end()
  await ended
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  rmSync(folder, { recursive: true })
})
