import { expect, test } from 'vitest'
import { withoutScripts } from '../../bench/speed/static-page.ts'
import { bodies, filesOf, listsOf, Traffic } from '../../bench/speed/traffic.ts'

const list = { method: 'POST', path: '/2021/v1/etudiant/liste/serie', length: 2 }
const file = { method: 'GET', path: '/home', length: 0 }

test('answers are counted by whose they are, their heads apart, wherever the packets are cut', () => {
  const traffic = new Traffic()
  traffic.observe(file, Buffer.from('GET /home HTTP/1.1\r\n\r\n'), 'up')
  for (const packet of ['HTTP/1.1 200 OK\r\nX: 1\r', '\n\r\nab', 'cde'])
    traffic.observe(file, Buffer.from(packet), 'down')
  traffic.observe(list, Buffer.from('HTTP/1.1 304 Not Modified\r\n\r\n'), 'down')
  expect(traffic.up).toBe(22)
  expect(filesOf(traffic.answers)).toMatchObject([{ path: '/home', status: 200, head: 25, body: 5 }])
  expect(listsOf(traffic.answers)).toMatchObject([{ status: 304, body: 0 }])
  expect(bodies(traffic.answers)).toBe(5)
  expect(traffic.bodiesUntil(Date.now())).toBe(5)
  expect(traffic.bodiesUntil(0)).toBe(0)
})

test('a page without its scripts keeps its text, its links and its style', () => {
  const html = `<link rel="modulepreload" crossorigin href="/a.js"><link rel="icon" href="/i.svg"><style>p{}</style>
<script type="module" src="/a.js"></script><script>1 < 2</script><p><a href="/status">État</a></p>`
  expect(withoutScripts(html)).toBe(
    '<link rel="icon" href="/i.svg"><style>p{}</style>\n<p><a href="/status">État</a></p>',
  )
})
