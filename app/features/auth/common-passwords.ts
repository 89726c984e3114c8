/* The parts that make up nearly all long passwords in public lists of common passwords. */

const words = `
  password passwort passw0rd pass word admin administrator root user login letmein let me in
  welcome hello changeme change please secret default test testing guest master trustno iloveyou
  ilove love you your lovely princess dragon monkey football baseball basketball soccer superman
  batman spiderman starwars pokemon computer internet samsung google facebook instagram youtube
  qwerty qwertz azerty asdf zxcv sunshine shadow summer winter spring autumn january february
  march april june july august september october november december monday friday sunday michael
  jennifer jessica ashley charlie thomas daniel jordan george andrew matthew anthony joshua
  hannah maggie ginger pepper cookie cheese chocolate banana orange apple freedom forever
  whatever nothing something security company office house home baby angel flower butterfly
  purple yellow silver golden diamond mercedes ferrari liverpool chelsea arsenal barcelona
  manchester london melbourne sydney australia brisbane toorak music musician piano pianist
  singer singing teacher studio concert guitar violin breath key keys brand website owner the
  and for my is a i of to one two three four five six seven eight nine ten zero
`
  .trim()
  .split(/\s+/)
  .sort((a, b) => b.length - a.length);

const runs = [
  "abcdefghijklmnopqrstuvwxyz",
  "0123456789012345678901234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1q2w3e4r5t6y7u8i9o0p",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
];
const reversed = runs.map((run) => Array.from(run).toReversed().join(""));
const disguises: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

function reach(text: string, plain: string, start: number): number {
  let furthest = /^[\d\W_]+/.exec(text.slice(start))?.[0].length ?? 0;
  furthest = Math.max(furthest, /^(.)\1{2,}/.exec(text.slice(start))?.[0].length ?? 0);
  for (const word of words)
    if (word.length > furthest && (text.startsWith(word, start) || plain.startsWith(word, start)))
      furthest = word.length;
  for (const run of [...runs, ...reversed]) {
    let length = 3;
    while (start + length <= text.length && run.includes(text.slice(start, start + length)))
      length++;
    furthest = Math.max(furthest, length > 3 ? length - 1 : 0);
  }
  return furthest;
}

export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase().replace(/\s+/g, "");
  if (/^(.{1,6})\1+$/.test(text)) return true;
  const plain = Array.from(text, (sign) => disguises[sign] ?? sign).join("");
  let parts = 0;
  for (let at = 0; at < text.length; parts++) {
    const length = reach(text, plain, at);
    if (length === 0) return false;
    at += length;
  }
  // Many common words in a row are a sentence, which is a good password.
  return parts <= 3;
}
