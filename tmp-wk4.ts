import { startWebkit } from './scripts/test-browsers/webkit.ts'
const base='http://localhost:9300'
const b = await startWebkit(console.log)
const wait=(ms:number)=>new Promise(r=>setTimeout(r,ms))
const diag=()=>getComputedStyle(document.querySelector('header nav')??document.body).display
const end=Date.now()+230_000
async function attempt(path:number[]) {
  await b.resize(1280,900); await b.open(base+'/lettrage?vue=calque'); await wait(2500); await b.type('//textarea','É'); await wait(1800)
  await b.click(`//a[normalize-space()="Sur la peau"]`); await wait(1200)
  const info=await b.run((p:number[])=>{let e:Element=document.querySelector('main')!; for(const i of p) e=e.children[i]!; const t=e.tagName+'.'+e.className+' '+(e.getAttribute('style')??''); const kids=e.children.length; e.remove(); return [t,kids] as [string,number]},path)
  await b.resize(375,812); await wait(900)
  return {ok:(await b.run(diag,undefined))==='none',info}
}
let path:number[]=[]
try {
 outer: while(Date.now()<end){
  const n=await b.run((p:number[])=>{let e:Element=document.querySelector('main')!; for(const i of p) e=e.children[i]!; return e?.children.length??0},path).catch(()=>4)
  const count = path.length===0 ? 1 : Math.max(n,1)
  let found=-1
  for (let i=0;i<8&&Date.now()<end;i++){ const r=await attempt([...path,i]).catch(e=>null); if(!r) break; console.log(JSON.stringify([...path,i]),r.ok?'FIXES':'-',r.info[0].slice(0,120)); if(r.ok){found=i;break} }
  if(found<0) break
  path=[...path,found]
 }
 console.log('deepest',path)
} finally { await b.close() }
