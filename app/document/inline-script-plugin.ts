import { readFileSync } from "node:fs";
import { minifySync, type Plugin, transformWithOxc } from "vite";

/**
 * Makes `x.ts?script` the text of a classic script that calls the module's one function. Minified, because every page
 * carries it within its first 14.6 kB.
 */
export const inlineScriptPlugin: Plugin = {
  name: "inline-script",
  enforce: "pre",
  async load(id) {
    const [file, name] = /^(?:.*\/)?([\w-]+)\.ts\?script$/.exec(id) ?? [];
    if (!file) return null;
    const source = readFileSync(file.slice(0, -"?script".length), "utf8");
    const { code } = await transformWithOxc(source, `${name}.ts`);
    const call = `(${code.replace("export default ", "")})()`;
    return `export default ${JSON.stringify(minifySync(`${name}.js`, call).code)}`;
  },
};
