import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Enrols by https through nginx, and prints what came of it: run where nothing but Node is, so it is no TypeScript. */

const portal = 'https://portail.example'
const matricule = 'BKO2026T001'
const types = ['actenaiss', 'carteid', 'simcard', 'attest', 'photobuste']

const codes = []
const gateway = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  codes.push(/\b\d{4}\b/.exec(JSON.parse(body).text)?.[0])
  response.end()
})
await new Promise(ready => gateway.listen(9099, '127.0.0.1', ready))

async function call(path, body) {
  const response = await fetch(`${portal}/2021/v1/etudiant/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { http: response.status, ...(await response.json()) }
}

// Until the process that was just restarted listens.
while ((await call('enrolement/chrono', {})).statut !== 1) await pause(100)

const home = await fetch(`${portal}/home`, { headers: { 'accept-encoding': 'br' } })
const page = await home.text()
const said = {
  home: [home.status, home.headers.get('content-encoding'), home.headers.get('strict-transport-security') !== null],
  drawn: page.includes('Inscription des bacheliers'),
  lost: (await fetch(`${portal}/nulle-part`)).status,
  plain: (await fetch('http://portail.example/status', { redirect: 'manual' })).headers.get('location'),
  answers: [],
}
const student = { anneeBac: '2026', numPlace: '1001', serie: 'TSE', ae: 'BKORD' }
const answers = {
  matricule,
  prenom: 'Aminata',
  nom: 'DIARRA',
  phone: '76000001',
  tuteur: 'NINA',
  nina: '',
  numAttest: '123456',
}
said.answers.push((await call('search/matricule', student)).status)
said.answers.push((await call('enrolement/add', { ...student, ...answers })).status)
while (codes.length === 0) await pause(50)
said.answers.push((await call('otp/valide', { matricule, otp: codes[0] })).status)
const image = readFileSync('/srv/portail/public/screenshot-phone.png').toString('base64')
for (const type of types) said.answers.push((await call('files/upload', { matricule, type, image })).status)
said.answers.push((await call('enrolement/globalevalid', { matricule })).status)
const { actNaissV, pieceIdV, simCardV, attestBacV, photoBusteV } = await call('verif/statut/matricule', { matricule })
said.flags = [actNaissV, pieceIdV, simCardV, attestBacV, photoBusteV]
console.log(`SAID ${JSON.stringify(said)}`)
process.exit(0)
