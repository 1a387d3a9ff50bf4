import { minifySync } from 'vite'
import { workerOptions, workerScript } from '../src/app/bring-worker.ts'
import { firstWorker } from './policy.ts'

/** The URLs that a prerendered page requests by itself. */
export interface Files {
  /** The entry module. */
  entry: string
  /**
   * All scripts that the page needs, in the order in which it asks for them: without this list each
   * level of imports costs a round trip.
   */
  scripts: readonly string[]
  styles: readonly string[]
  /**
   * Scripts that a page without React needs as soon as it is touched, in the order of their use.
   */
  soon: readonly string[]
  /**
   * Scripts that an enrolment without a network needs besides: the smallest first, so that none is
   * asked for last.
   */
  rest: readonly string[]
}

/** Milliseconds. A browser that has reported no paint by then is taken to have painted. */
const patienceMs = 3_000

/**
 * The inline script of a prerendered page: once the browser has painted the text, the page requests
 * the worker and the scripts of hydration at once. The file names lie in a JSON block beside the
 * script: the page's policy holds the script's hash, which would change with each name.
 */
export function afterPaint(files: Files): string {
  const { code } = minifySync('after-paint.js', script, { module: false })
  return `<script type="application/json" id="files">${JSON.stringify(files)}</script><script>${code}</script>`
}

// The first script has the connection that brought the page; the others need one of their own. The
// worker does not wait for the scripts: its list, its code and the reference lists cost a round
// trip each. Chromium gives it three requests at a time, half of a 2G line: once the largest script
// has come, the page fetches the rest as well, and leaves a connection to what it asks the provider.
// Where there is no worker, only `soon`: nothing else is kept. If the entry fails to load, the page
// says so at once. A field that is emptied before React comes looks untouched: each that was edited
// is marked (src/ui/carried.page.ts). A form that is sent before then would show its answers in the
// address. What the worker has comes at once: then the entry goes first, and says itself when React
// is to come (src/main.ts).
const script = `if(!tooOld){
addEventListener('input',({target})=>{target.edited=1},true);
addEventListener('submit',event=>event.preventDefault());
const {entry,scripts,styles,soon,rest}=JSON.parse(document.getElementById('files').text);
const link=(rel,href,more)=>document.head.append(Object.assign(document.createElement('link'),{rel,href,crossOrigin:'',...more}));
const lane=()=>{const href=soon.shift();if(href)fetch(href,{priority:'low'}).then(file=>file.arrayBuffer()).catch(()=>{}).then(lane)};
const url=()=>'${workerScript}';
const address=self.trustedTypes?.createPolicy('${firstWorker}',{createScriptURL:url}).createScriptURL('')??url();
let begun,kept;
const begin=()=>{
if(begun)return;
begun=true;
const largest=scripts.find(href=>href!==entry);
const preload=()=>{for(const href of scripts.splice(0))link('modulepreload',href,href===largest&&{onload(){if(!kept){lane();lane()}}})};
try{kept=navigator.serviceWorker?.controller}catch{}
if(!kept)preload();
bringReact=()=>{preload();for(const href of styles.splice(0))link('preload',href,{as:'style'})};
import(entry).catch(()=>{for(const wait of document.getElementById('late').getAnimations())wait.finish()});
try{
if(kept===null){
registered=navigator.serviceWorker.register(address,${JSON.stringify(workerOptions)});
registered.catch(()=>{});
soon.push(...rest)
}
}catch{}
};
setTimeout(begin,document.hidden||!document.getElementById('root').hasChildNodes()?0:${patienceMs});
try{new PerformanceObserver(seen=>{if(seen.getEntriesByName('first-contentful-paint').length)begin()}).observe({type:'paint',buffered:true})}catch{}
}`
