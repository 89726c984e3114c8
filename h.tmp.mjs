import { chromium } from "playwright";
const br=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--headless","--no-sandbox","--disable-gpu","--disable-quic","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync"]});
const B="http://localhost:4134"; const O="/tmp/w/h34q/";
const ctx=await br.newContext({viewport:{width:1280,height:900}}); const p=await ctx.newPage();
await p.goto(B+"/login"); await p.fill("[name=email]","owner@breath-and-key.example"); await p.fill("[name=password]","a quiet recital room"); await p.getByRole("button",{name:/^(Login|Log in|Sign in)$/i}).first().click(); await p.waitForURL(/admin/);
await p.goto(B+"/admin/quotes?show=pending"); await p.waitForTimeout(1500); const l=await p.locator('main a[href^="/admin/quotes/"]').evaluateAll(a=>a.map(x=>x.getAttribute("href")).filter(h=>/[0-9a-f-]{36}$/.test(h))); console.log(l.slice(0,3));
for (const [w,h] of [[1280,900],[390,844]]) { await p.setViewportSize({width:w,height:h}); await p.goto(B+l[0]); await p.waitForTimeout(1200); await p.screenshot({path:O+`quote-${w}.png`}); await p.getByRole("main").getByText("More",{exact:true}).click(); await p.waitForTimeout(300); await p.screenshot({path:O+`quote-${w}-open.png`}); }
await p.setViewportSize({width:1280,height:900});
await p.goto(B+"/admin/site/testimonials"); await p.waitForTimeout(1500); const authors=await p.locator("#withdraw li").allTextContents(); console.log("authors",authors.slice(0,8));
await p.goto(B+"/admin/clients"); await p.waitForTimeout(1000); console.log((await p.locator("main").innerText()).slice(0,600));
const home=await fetch(B+"/",{headers:{"accept-encoding":"br"}}); 
await br.close();
