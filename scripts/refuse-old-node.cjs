/*
 * npm leaves out optional packages that its own Node is too old for, without a word, and the build then fails
 * for want of them. This runs on whatever Node there is, so it is written as old ones read it.
 */
var version = process.versions.node;
var parts = version.split(".");
var major = Number(parts[0]);
var minor = Number(parts[1]);

if (major < 20 || major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 12)) {
  console.error(
    "Node " +
      version +
      " is too old to install this. As root run: npm install --global node@24, then try again.",
  );
  process.exit(1);
}
