import { expect, test } from 'vitest'
import { Traffic } from '../../bench/speed/traffic.ts'

test('answers are counted by whose they are, their heads apart, wherever the packets are cut', () => {
  const traffic = new Traffic()
  const file = { method: 'GET', path: '/home', length: 0 }
  traffic.observe(file, Buffer.from('GET /home HTTP/1.1\r\n\r\n'), 'up')
  for (const packet of ['HTTP/1.1 200 OK\r\nX: 1\r', '\n\r\nab', 'cde'])
    traffic.observe(file, Buffer.from(packet), 'down')
  const call = { method: 'POST', path: '/2021/v1/etudiant/liste/serie', length: 2 }
  traffic.observe(call, Buffer.from('HTTP/1.1 304 Not Modified\r\n\r\nx'), 'down')
  expect(traffic.answers).toMatchObject([
    { method: 'GET', head: 25, body: 5 },
    { method: 'POST', body: 1 },
  ])
  expect([traffic.up, traffic.files]).toEqual([22, 5])
  expect([traffic.bodiesUntil(Date.now()), traffic.bodiesUntil(0)]).toEqual([6, 0])
})
