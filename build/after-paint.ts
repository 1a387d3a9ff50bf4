import { minify } from 'terser'
import { workerOptions, workerScript } from '../src/app/bring-worker.ts'
import { firstWorker } from './policy.ts'

/** What a page that is drawn ahead asks for by itself, as addresses. */
export interface Files {
  /** The module that begins. */
  entry: string
  /** All that it asks for in its own time: each step would cost a round trip. The largest first. */
  scripts: readonly string[]
  styles: readonly string[]
  /** What nobody needs before the next screen, but an enrolment without a network does. */
  rest: readonly string[]
}

/** In milliseconds; a browser that does not report its paints is taken to have painted by then. */
const patienceMs = 3_000

/**
 * The script of a page that is drawn ahead: first the text is painted, then the worker and all that takes the page over are
 * asked for at once. The files' names stand beside it: its hash is in the page's policy, and would change with each of them.
 */
export async function afterPaint(files: Files): Promise<string> {
  const { code } = await minify(script, { ecma: 2020, compress: { passes: 2 } })
  return `<script type="application/json" id="files">${JSON.stringify(files)}</script><script>${code}</script>`
}

// The worker does not wait for the scripts: its list, its code and the reference lists cost a round trip each. It gets three
// requests at a time (Chromium), which on 2G leave half of the line idle: the page brings the rest beside it once its second
// script is here, which would wait for it otherwise. If the entry did not come, the page says so at once.
const script = `if(!tooOld){
const {entry,scripts,styles,rest}=JSON.parse(document.getElementById('files').text);
const link=(rel,href,more)=>document.head.append(Object.assign(document.createElement('link'),{rel,href,crossOrigin:'',...more}));
const lane=()=>{const href=rest.shift();if(href)fetch(href,{priority:'low'}).then(file=>file.arrayBuffer()).catch(()=>{}).then(lane)};
const url=()=>'${workerScript}';
const address=self.trustedTypes?.createPolicy('${firstWorker}',{createScriptURL:url}).createScriptURL('')??url();
let begun;
const begin=()=>{
if(begun)return;
begun=true;
scripts.forEach((href,at)=>link('modulepreload',href,at===1&&{onload(){if(self.registered){lane();lane()}}}));
try{
const {serviceWorker}=navigator;
if(serviceWorker?.controller===null){
registered=serviceWorker.register(address,${JSON.stringify(workerOptions)});
registered.catch(()=>{})
}
}catch{}
import(entry).then(()=>{for(const href of styles)link('preload',href,{as:'style'})}).catch(()=>{for(const wait of document.getElementById('late').getAnimations())wait.finish()});
};
setTimeout(begin,document.hidden?0:${patienceMs});
try{new PerformanceObserver(seen=>{if(seen.getEntriesByName('first-contentful-paint').length)begin()}).observe({type:'paint',buffered:true})}catch{}
}`
