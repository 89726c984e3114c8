// The line motif. Stroke only (currentColor or brass, 1.5 to 2 wide, round caps and joins); each is
// one continuous path.

export interface LinePath {
  viewBox: string;
  d: string;
}

/** Breath on the left, a string ringing out, an octave on the right; runs off both edges. */
export const heroLine: LinePath = {
  viewBox: "0 0 1440 320",
  // Whole numbers: the home page has no byte to spare.
  d:
    "M0 148c38 0 58-10 96-10c53 0 57 36 110 36c73 0 73-140 146-140c77 0 91 210 168 210" +
    "c60 0 60-102 120-102c20 0 30 6 50 6c8 0 13-53 21-53c9 0 15 103 24 103c9 0 15-104 24-104" +
    "c9 0 15 101 24 101c9 0 15-89 24-89c9 0 15 77 24 77c9 0 15-65 24-65c9 0 15 54 24 54" +
    "c9 0 15-43 24-43c9 0 15 32 24 32c9 0 15-22 24-22c9 0 15 14 24 14c9 0 15-8 24-8" +
    "c9 0 15 3 24 3h37v84q0 4 4 4h10v50v-50h10q4 0 4-4v-84h23v84q0 4 4 4h10v50v-50h10q4 0 4-4" +
    "v-84h37v138v-138h37v84q0 4 4 4h10v50v-50h10q4 0 4-4v-84h23v84q0 4 4 4h10v50v-50h10" +
    "q4 0 4-4v-84h23v84q0 4 4 4h10v50v-50h10q4 0 4-4v-84h37v138v-138H1440",
};

/** Beside the heading of a page without a picture. */
export const introLine: LinePath = {
  viewBox: "0 0 651 202",
  d:
    "M2 116c17 0 25-8 42-8c24 0 24 34 48 34c32 0 32-140 64-140c36 0 38 198 74 198" +
    "c27 0 27-90 54-90c9 0 13 6 22 6c3 0 5-55 8-55c4 0 6 106 10 106c4 0 6-97 10-97" +
    "c3 0 6 86 9 86c3 0 6-74 9-74c3 0 6 62 9 62c3 0 6-51 9-51c3 0 5 41 8 41c3 0 5-32 8-32" +
    "c3 0 5 24 8 24c3 0 5-17 8-17c3 0 4 11 7 11c3 0 4-6 7-6c3 0 4 2 7 2h22v49q0 3 3 3h5v30" +
    "v-30h5q3 0 3-3v-49h14v49q0 3 3 3h5v30v-30h5q3 0 3-3v-49h22v82v-82h22v49q0 3 3 3h5v30v-30" +
    "h5q3 0 3-3v-49h14v49q0 3 3 3h5v30v-30h5q3 0 3-3v-49h14v49q0 3 3 3h5v30v-30h5q3 0 3-3v-49" +
    "h22v82v-82h16",
};

export const dividerLine: LinePath = {
  viewBox: "0 0 480 40",
  // Whole numbers here too.
  d:
    "M0 14h72c27 0 27-11 54-11c20 0 24 22 44 22c11 0 17-11 28-11c2 0 3-10 5-10c3 0 4 20 7 20" +
    "c3 0 4-18 7-18c3 0 4 16 7 16c2 0 4-13 6-13c2 0 4 11 6 11c2 0 4-9 6-9c2 0 4 7 6 7" +
    "c2 0 4-6 6-6c2 0 4 4 6 4c2 0 3-3 5-3c2 0 3 1 5 1h10v11q0 1 1 1h2v8v-8h2q1 0 1-1v-11h6" +
    "v11q0 1 1 1h2v8v-8h2q1 0 1-1v-11h10v20v-20h10v11q0 1 1 1h2v8v-8h2q1 0 1-1v-11h6" +
    "v11q0 1 1 1h2v8v-8h2q1 0 1-1v-11h6v11q0 1 1 1h2v8v-8h2q1 0 1-1v-11H480",
};

export const lostLine: LinePath = {
  viewBox: "0 0 640 240",
  d:
    "M0 150c24.8 0 29.2-18 54-18c23 0 27 38 50 38c33.1 0 38.9-126 72-126c38 0 34 150 84 150" +
    "c44 0 62-66 34-88c-26-20-62 12-46 54c20 50 96 44 132-2c26-34 30-78 66-88" +
    "c28-8 46 14 36 34c-9 18-34 14-36-6c-3-28 34-52 66-44c40 10 38 60 70 74c20 9 38 0 40-16" +
    "c2-14-14-20-20-9",
};

export const emptyLine: LinePath = {
  viewBox: "0 0 200 60",
  d:
    "M4 38c10.8 0 25.2 0 36 0c25 0 27-24 52-24c21.2 0 24.8 32 46 32c12.3 0 15.7-12 28-12" +
    "c13.2 0 16.8 4 30 4",
};
