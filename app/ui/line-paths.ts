// The one line of the house: a breath, a string, the edge of a keyboard. Stroke only
// (currentColor or brass, 1.5 to 2 wide, round caps and joins); each is one continuous path.

export interface LinePath {
  viewBox: string;
  d: string;
}

/** Breath on the left, a string ringing out, an octave on the right; runs off both edges. */
export const heroLine: LinePath = {
  viewBox: "0 0 1440 320",
  d: "M0 148c38.4 0 57.6-10 96-10c52.8 0 57.2 36 110 36c73 0 73-140 146-140c77.3 0 90.7 210 168 210c60 0 60-102 120-102c20 0 30 6 50 6c5.2 0 9.1-52.6 14.3-52.6c6.9 0 12.1 101.5 19 101.5c6.8 0 11.9-104.8 18.8-104.8c6.7 0 11.8 107.4 18.5 107.4c6.6 0 11.6-98.6 18.3-98.6c6.6 0 11.4 90.1 18 90.1c6.5 0 11.3-81.8 17.8-81.8c6.4 0 11.1 73.8 17.5 73.8c6.3 0 11-65.9 17.3-65.9c6.2 0 10.8 58.4 17 58.4c6.1 0 10.6-51.1 16.8-51.1c6 0 10.5 44.1 16.5 44.1c5.9 0 10.3-37.4 16.3-37.4c5.8 0 10.2 31.1 16 31.1c5.7 0 10-25.1 15.8-25.1c5.6 0 9.9 19.7 15.5 19.7c5.6 0 9.7-14.7 15.3-14.7c5.5 0 9.5 10.4 15 10.4c5.4 0 9.4-7.3 14.8-7.3c5.3 0 7.3 3 12.6 3h37v84q0 4 4 4h10v50v-50h10q4 0 4-4v-84h23v84q0 4 4 4h10v50v-50h10q4 0 4-4v-84h37v138v-138h37v84q0 4 4 4h10v50v-50h10q4 0 4-4v-84h23v84q0 4 4 4h10v50v-50h10q4 0 4-4v-84h23v84q0 4 4 4h10v50v-50h10q4 0 4-4v-84h37v138v-138H1440",
};

/** The same sentence, whispered: between two sections. */
export const dividerLine: LinePath = {
  viewBox: "0 0 480 40",
  d: "M0 14h72c27 0 27-11 54-11c20.2 0 23.8 22 44 22c11.2 0 16.8-11 28-11c1.9 0 3.3-10.5 5.3-10.5c2.5 0 4.5 19.9 7 19.9c2.5 0 4.3-17.6 6.8-17.6c2.4 0 4.2 15.5 6.7 15.5c2.4 0 4.1-13.3 6.5-13.3c2.3 0 4 11.3 6.4 11.3c2.3 0 3.9-9.3 6.2-9.3c2.2 0 3.8 7.4 6 7.4c2.1 0 3.7-5.6 5.9-5.6c2.1 0 3.6 4 5.7 4c2 0 3.5-2.6 5.6-2.6c2 0 2.7 1 4.7 1h9.8v11.5q0 1.5 1.5 1.5h1.8v8v-8h1.8q1.5 0 1.5-1.5v-11.5h6.5v11.5q0 1.5 1.5 1.5h1.8v8v-8h1.8q1.5 0 1.5-1.5v-11.5h9.8v21v-21h9.8v11.5q0 1.5 1.5 1.5h1.8v8v-8h1.8q1.5 0 1.5-1.5v-11.5h6.5v11.5q0 1.5 1.5 1.5h1.8v8v-8h1.8q1.5 0 1.5-1.5v-11.5h6.5v11.5q0 1.5 1.5 1.5h1.8v8v-8h1.8q1.5 0 1.5-1.5v-11.5H480",
};

/** For the page that is not there: it set out as a breath and wandered off. */
export const lostLine: LinePath = {
  viewBox: "0 0 640 240",
  d: "M0 150c24.8 0 29.2-18 54-18c23 0 27 38 50 38c33.1 0 38.9-126 72-126c38 0 34 150 84 150c44 0 62-66 34-88c-26-20-62 12-46 54c20 50 96 44 132-2c26-34 30-78 66-88c28-8 46 14 36 34c-9 18-34 14-36-6c-3-28 34-52 66-44c40 10 38 60 70 74c20 9 38 0 40-16c2-14-14-20-20-9",
};

/** One calm breath, for what is quiet: a list with nothing in it yet, the end of a column. */
export const emptyLine: LinePath = {
  viewBox: "0 0 200 60",
  d: "M4 38c10.8 0 25.2 0 36 0c25 0 27-24 52-24c21.2 0 24.8 32 46 32c12.3 0 15.7-12 28-12c13.2 0 16.8 4 30 4",
};
