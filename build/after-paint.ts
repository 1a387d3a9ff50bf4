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
 * The script of a page that is drawn ahead: first the text is painted, then all that takes the page over is asked for
 * at once.
 */
export function afterPaint({ entry, scripts, styles, rest }: Files): string {
  const [largest, ...others] = scripts
  const each = (files: readonly string[], what: string) => `for(const href of ${JSON.stringify(files)})${what};`
  // Chromium gives an installing worker three requests at a time, which on 2G leaves half of the line idle. Fetched,
  // since not every browser prefetches.
  const fetchRest = each(rest, "fetch(href,{priority:'low'}).then(file=>file.arrayBuffer()).catch(()=>{})")
  // After the entry, which asks for the worker: that one is not to wait for a connection.
  const preloadStyles = each(styles, "link('preload',href,{as:'style',crossOrigin:''})")
  // If it did not come, the page says so at once, and not when its own patience ends.
  const say = "for(const wait of document.getElementById('late').getAnimations())wait.finish()"
  return `if(!tooOld){
const link=(rel,href,more)=>document.head.append(Object.assign(document.createElement('link'),{rel,href},more));
const script=(href,onload)=>link('modulepreload',href,{crossOrigin:'',onload});
const bringRest=()=>{if(navigator.serviceWorker?.controller===null)${fetchRest}};
let begun;
const begin=()=>{
if(begun)return;
begun=true;
script(${JSON.stringify(largest)},bringRest);
${each(others, 'script(href)')}
import(${JSON.stringify(entry)}).then(()=>{${preloadStyles}}).catch(()=>{${say}});
};
setTimeout(begin,document.hidden?0:${patienceMs});
try{new PerformanceObserver(seen=>{if(seen.getEntriesByName('first-contentful-paint').length)begin()}).observe({type:'paint',buffered:true})}catch{}
}`.replaceAll('\n', '')
}
